// Proves docs/contract/vault.md, Transports.

import { describe, expect, it } from 'vitest'
import { requirePlainData } from './plain-data.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

function circle(): unknown {
  const self: Record<string, unknown> = {}
  self['self'] = self
  return self
}

describe('requirePlainData', () => {
  it.each([
    ['nothing', undefined],
    ['what JSON is made of', { text: '', number: -1.5, yes: true, none: null, list: [{}, []], missing: undefined }],
    ['bytes', { file: new Uint8Array(2) }],
    ['an object without prototype', Object.assign(Object.create(null) as object, { a: 1 })],
    ['64 levels', nested(64)],
    ['members with the names of methods', { toJSON: 1, toString: { valueOf: null }, then: [], length: -1 }],
  ])('takes %s', (_what, value) => {
    expect(() => requirePlainData(value)).not.toThrow()
  })

  it.each([
    ['a large integer', 1n],
    ['no number', NaN],
    ['a number without end', Infinity],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['an object that says its own JSON', { toJSON: () => 1 }],
    ['65 levels', nested(65)],
    ['levels without end', nested(50_000)],
    ['a circle', circle()],
  ])('refuses %s, wherever it stands', (_what, value) => {
    for (const sent of [value, [value], { a: { b: value } }]) {
      expect(() => requirePlainData(sent)).toThrow(expect.objectContaining({ code: 'bad_request' }))
    }
  })
})
