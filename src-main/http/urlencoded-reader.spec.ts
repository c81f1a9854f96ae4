// Proves docs/contract/exchange.md, Forms.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../shared/contract/errors.ts'
import { readUrlencoded } from './urlencoded-reader.ts'

describe('readUrlencoded', () => {
  it.each([
    ['', {}],
    ['&&', {}],
    ['a', { a: '' }],
    ['a=b=c&d=', { a: 'b=c', d: '' }],
    ['a+b=c+d%2Be', { 'a b': 'c d+e' }],
    ['a=%C3%BC%F0%9F%98%80', { a: 'ü😀' }],
    ['constructor=x', { constructor: 'x' }],
  ])('%j', (text, fields) => {
    expect(readUrlencoded(text)).toEqual(fields)
  })

  it('reads what a browser writes', () => {
    const fields = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string()), {
      selector: ([name]) => name,
    })
    const readable = fields.filter((pairs) => pairs.every(([name]) => name !== '__proto__')) // refused above
    fc.assert(
      fc.property(readable, (pairs) => {
        expect(Object.entries(readUrlencoded(new URLSearchParams(pairs).toString())).sort()).toEqual([...pairs].sort())
      }),
    )
  })

  it('refuses or reads whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '%', '=', '&', '+', '4', '{', 'ü') }), (text) => {
        try {
          readUrlencoded(text)
        } catch (fault) {
          expect(fault).toBeInstanceOf(ServiceError)
        }
      }),
    )
  })
})
