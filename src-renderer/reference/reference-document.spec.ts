// Proves docs/contract/window.md, API reference.

import { describe, expect, it } from 'vitest'
import { fullFragment, isFound, mergedDocument, rulesOf } from './reference-document.ts'
import type { ReferenceDocument, ReferenceOperation } from './reference-document.ts'

const operation = (operationId: string, tag: string): ReferenceOperation => ({
  operationId,
  summary: 'List items with their slots',
  tags: [tag],
  parameters: [],
  responses: { '400': { 'x-error-codes': ['invalid_cursor'] } },
  security: [{}],
})

const part = (path: string, described: ReferenceOperation): ReferenceDocument => ({
  info: { title: 'Part', version: '1', description: 'What to send.' },
  tags: described.tags.map((name) => ({ name, description: `About ${name}.` })),
  paths: { [path]: { get: described } },
  components: { securitySchemes: {}, schemas: { [path.slice(1)]: { type: 'string' } } },
})

const merged = mergedDocument(
  {
    vault: part('/session', operation('sessionGet', 'session')),
    keystore: part('/me', operation('sessionGet', 'session')),
  },
  'http://127.0.0.1:1',
)

describe('mergedDocument', () => {
  it('puts the part in front of paths, groups and ids, which two parts share', () => {
    expect(Object.keys(merged.paths)).toEqual(['/vault/session', '/keystore/me'])
    expect(merged.paths['/keystore/me']?.['get']).toMatchObject({
      operationId: 'keystore.sessionGet',
      tags: ['keystore.session'],
    })
    expect(merged.tags).toEqual([
      { name: 'vault.session', description: 'About session.' },
      { name: 'keystore.session', description: 'About session.' },
    ])
  })

  it('keeps the schemas of every part', () => {
    expect(Object.keys(merged.components.schemas)).toEqual(['session', 'me'])
  })
})

describe('fullFragment', () => {
  it('leads from an id to the whole address', () => {
    expect(fullFragment(merged, '#keystore.sessionGet')).toBe('#/keystore.session/keystore.sessionGet')
  })

  it.each(['', '#', '#nothing', '#sessionGet', '#/keystore.session/keystore.sessionGet'])('leaves "%s"', (fragment) => {
    expect(fullFragment(merged, fragment)).toBeUndefined()
  })
})

describe('isFound', () => {
  const found = (typed: string) => isFound('/vault/session', 'get', operation('vault.sessionGet', 'session'), typed)

  it.each(['', 'SESSION', 'get slots', 'vault.sess', 'invalid_cursor', 'list  items'])('finds by "%s"', (typed) => {
    expect(found(typed)).toBe(true)
  })

  it('wants all of the words', () => {
    expect(found('items keystore')).toBe(false)
  })
})

describe('rulesOf', () => {
  it('says in words what a value may be', () => {
    expect(rulesOf({ type: 'array', items: { type: 'string' }, description: 'Ids.' })).toEqual({
      description: 'Ids.',
      rules: 'list of string, separated by commas',
    })
    expect(rulesOf({ type: 'integer', maximum: 5 }).rules).toBe('integer, maximum 5')
    expect(rulesOf({ $ref: '#/components/schemas/OrderQuery' }).rules).toBe('OrderQuery')
  })
})
