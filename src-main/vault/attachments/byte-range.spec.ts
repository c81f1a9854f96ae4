// Proves docs/contract/vault.md, Files: block store.

import { describe, expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

describe('readRange', () => {
  it.each([
    ['all of it', undefined, 0, 9],
    ['from one byte to another, both included', 'bytes=2-5', 2, 5],
    ['the first byte', 'bytes=0-0', 0, 0],
    ['from one byte on', 'bytes=7-', 7, 9],
    ['no further than the end', 'bytes=7-100', 7, 9],
    ['the last bytes', 'bytes=-3', 7, 9],
    ['more last bytes than there are', 'bytes=-100', 0, 9],
    ['with space around it', ' bytes=2-5 ', 2, 5],
  ])('reads %s', (_what, text, first, last) => {
    expect(readRange(text, 10)).toEqual({ first, last })
  })

  it('reads all of an empty file as nothing', () => {
    expect(readRange(undefined, 0)).toEqual({ first: 0, last: -1 })
  })

  it.each([
    ['begins behind the end', 'bytes=10-'],
    ['ends before it begins', 'bytes=5-2'],
    ['asks for no last bytes', 'bytes=-0'],
    ['names neither end', 'bytes=-'],
    ['counts something else', 'blocks=0-1'],
    ['is several', 'bytes=0-1,4-5'],
    ['is negative', 'bytes=-1-2'],
    ['is no number', 'bytes=a-b'],
    ['is a number that nobody counts to', 'bytes=0-99999999999999999999'],
    ['is empty', ''],
  ])('refuses what %s', (_what, text) => {
    expect(() => readRange(text, 10)).toThrow(expect.objectContaining({ code: 'range_not_satisfiable' }))
  })
})
