// Proves docs/contract/vault.md, Values.

import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import { readQuery } from './query-reader.ts'

const asPlain = (search: string): unknown => JSON.parse(JSON.stringify(readQuery(search)))

describe('readQuery', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['state=todo&state=failed', { state: ['todo', 'failed'] }],
    ['state[]=todo', { state: ['todo'] }],
    ['state%5B%5D=todo&state[]=failed&state=done', { state: ['todo', 'failed', 'done'] }],
    ['state=todo,failed', { state: 'todo,failed' }],
    ['by_classification[scheme]=tags&by_classification[name]=a', { by_classification: { scheme: 'tags', name: 'a' } }],
    ['by%5Bscheme%5D=t', { by: { scheme: 't' } }],
    ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
    ['q=one+two%20three%2B', { q: 'one two three+' }],
    ['q=%C3%A4', { q: 'ä' }],
    ['&a=1&&', { a: '1' }],
  ])('reads %s', (search, expected) => {
    expect(asPlain(search)).toEqual(expected)
  })

  it('makes records without prototype, so that names of built-in members are only names', () => {
    const query = readQuery('constructor=1&a[toString]=2')

    expect(Object.getPrototypeOf(query)).toBeNull()
    expect(Object.getPrototypeOf(query['a'])).toBeNull()
    expect(query['constructor']).toBe('1')
    expect(Object.keys(query)).toEqual(['constructor', 'a'])
    expect('hasOwnProperty' in query).toBe(false)
  })

  it.each([
    ['__proto__', '__proto__[admin]=1'],
    ['__proto__ below another key', 'a[__proto__]=1'],
    ['a value that is also a record', 'a=1&a[b]=2'],
    ['a record that is also a value', 'a[b]=2&a=1'],
    ['a list that is also a record', 'a[]=1&a[b]=2'],
    ['a bracket that is not closed', 'a[b=1'],
    ['a bracket that was not opened', 'a]=1'],
    ['nothing before a bracket', '[a]=1'],
    ['more after a bracket', 'a[b]c=1'],
    ['five levels', 'a[b][c][d][e]=1'],
    ['broken percent encoding', 'a=%zz'],
    ['bytes that are not UTF-8', 'a=%ff'],
    ['more than 1,000 values', Array(1001).fill('a=1').join('&')],
  ])('refuses %s', (_, search) => {
    expect(() => readQuery(search)).toThrow(ServiceError)
  })

  it('takes 500 repeated ids', () => {
    expect(readQuery(Array(500).fill('item_ids=x').join('&'))['item_ids']).toHaveLength(500)
  })
})
