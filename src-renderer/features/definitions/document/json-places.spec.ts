// Proves docs/contract/window.md, Definitions.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Location } from '../../../../shared/presentation-exchange/json.ts'
import { jsonPointer, valueAt } from '../../../../shared/presentation-exchange/json.ts'
import { readDocument } from './json-document.ts'
import { lineAt, locationAt, rangeOf, stepsOf, valueRange } from './json-places.ts'

const TEXT = `{
  "name": "Car hire",
  "input_descriptors": [
    { "id": "licence", "schema": [{ "uri": "not a url" }] },
    { "constraints": {} }
  ]
}`
const document = readDocument(TEXT)
const underlined = (pointer: string, byName = false): string => {
  const { from, to } = rangeOf(document, stepsOf(pointer, document.value), byName)
  return TEXT.slice(from, to)
}

describe('rangeOf', () => {
  it.each([
    ['a text', '/input_descriptors/0/schema/0/uri', '"not a url"'],
    ['a list by its name', '/input_descriptors', '"input_descriptors"'],
    ['an entry by its id', '/input_descriptors/0', '"id": "licence"'],
    ['an entry without id by its brace', '/input_descriptors/1', '{'],
    ['what is missing by what it belongs to', '/input_descriptors/0/schema/0/required', '{'],
    ['a missing member of a member by the name of that', '/input_descriptors/1/constraints/fields', '"constraints"'],
    ['what is missing at the top by the first brace', '/format', '{'],
    ['the whole by its brace', '', '{'],
  ])('underlines %s', (_, pointer, expected) => {
    expect(underlined(pointer)).toBe(expected)
  })

  it('underlines the name, when the member as such is meant', () => {
    expect(underlined('/name', true)).toBe('"name"')
  })

  it('stays inside of a text that is no JSON', () => {
    expect(rangeOf(readDocument('{'), ['name'])).toEqual({ from: 0, to: 1 })
    expect(rangeOf(readDocument(''), ['name'])).toEqual({ from: 0, to: 0 })
  })
})

describe('locationAt', () => {
  it('knows the place of a name and of its value', () => {
    expect(locationAt(document, TEXT.indexOf('"uri"') + 2)).toEqual(['input_descriptors', 0, 'schema', 0, 'uri'])
    expect(locationAt(document, TEXT.indexOf('not a url'))).toEqual(['input_descriptors', 0, 'schema', 0, 'uri'])
  })

  it('is the whole outside of everything', () => {
    expect(locationAt(readDocument('{ "a": '), 3)).toEqual([])
  })
})

describe('stepsOf', () => {
  it('takes digits as an index in lists only, and knows what ~ stands for', () => {
    expect(stepsOf('/a/0/1~1~0', { a: [{}] })).toEqual(['a', 0, '1/~'])
    expect(stepsOf('/a/0', { a: {} })).toEqual(['a', '0'])
    expect(stepsOf('', {})).toEqual([])
  })
})

it('lineAt › counts from 1', () => {
  expect([0, TEXT.indexOf('"name"'), TEXT.length].map((offset) => lineAt(TEXT, offset))).toEqual([1, 2, 7])
})

/** Every place of a value, from the outside in. */
function places(value: unknown, location: Location = []): readonly Location[] {
  if (typeof value !== 'object' || value === null) return [location]
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [location, ...steps.flatMap((step) => places(Reflect.get(value, step), [...location, step]))]
}

it('leads from each pointer to the position of its value, and from there back', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), fc.nat(4), (value, indent) => {
      const read = readDocument(JSON.stringify(value, null, indent))
      for (const location of places(read.value)) {
        const range = valueRange(read, stepsOf(jsonPointer(location), read.value))
        if (range === undefined) throw new Error(`no place for ${jsonPointer(location)}`)
        expect(JSON.parse(read.text.slice(range.from, range.to))).toEqual(valueAt(read.value, location))
        expect(locationAt(read, range.from)).toEqual(location)
      }
    }),
  )
})
