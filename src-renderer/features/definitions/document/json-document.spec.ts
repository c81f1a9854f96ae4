// Proves docs/contract/window.md, Definitions.

import { describe, expect, it } from 'vitest'
import { readDocument } from './json-document.ts'

const codes = (text: string): readonly string[] => readDocument(text).faults.map(({ code }) => code)

describe('readDocument', () => {
  it('says what the text says', () => {
    const { value, faults } = readDocument('{ "a": [1, { "b": null }] }')
    expect(value).toEqual({ a: [1, { b: null }] })
    expect(faults).toEqual([])
  })

  it.each([
    ['nothing', '  \n', 'empty_text'],
    ['a comma too few', '{ "a": 1 "b": 2 }', 'comma_missing'],
    ['a comma too many', '{ "a": 1, }', 'name_missing'],
    ['a comment', '{ "a": 1 } // so', 'comment'],
    ['a colon missing', '{ "a" 1 }', 'colon_missing'],
    ['a value missing', '{ "a": }', 'value_missing'],
    ['a brace that stays open', '{ "a": 1', 'brace_open'],
    ['a bracket that stays open', '[1', 'bracket_open'],
    ['a text that stays open', '{ "a": "b', 'string_open'],
    ['something behind the end', '{} {}', 'text_after_end'],
    ['a list', '[1]', 'no_object'],
    ['a text', '"a"', 'no_object'],
  ])('refuses %s', (_, text, code) => {
    expect(codes(text)).toContain(code)
    expect(readDocument(text).value).toBeUndefined()
  })

  it('reads on with one member twice, and says where the second one is', () => {
    const text = '{ "a": 1, "b": { "c": 1, "c": 2 } }'
    const { faults, value } = readDocument(text)
    expect(value).toBeDefined()
    expect(faults).toEqual([
      {
        code: 'duplicate_member',
        from: text.lastIndexOf('"c"'),
        to: text.lastIndexOf('"c"') + 3,
        location: ['b', 'c'],
      },
    ])
  })

  it('finds half a character in texts and names', () => {
    expect(codes('{ "a": ["\\ud800"], "\\udfff": 1, "whole": "\\ud83d\\ude00" }')).toEqual([
      'lone_surrogate',
      'lone_surrogate',
    ])
  })

  it('refuses what is nested deeper than the exchange reads, and does not break on much more', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(codes(nested(63))).toEqual([])
    expect(codes(nested(64))).toEqual(['nested_too_deep'])
    expect(codes(nested(200_000))).toEqual(['nested_too_deep'])
  })
})
