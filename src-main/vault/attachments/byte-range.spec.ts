// Proves docs/contract/vault.md, Files: block store.

import { describe, expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

describe('readRange', () => {
  it.each([
    ['from one byte to another, both included', 'bytes=2-5', 2, 5],
    ['the first byte', 'bytes=0-0', 0, 0],
    ['from one byte on', 'bytes=7-', 7, 9],
    ['no further than the end', 'bytes=7-100', 7, 9],
    ['the last bytes', 'bytes=-3', 7, 9],
    ['more last bytes than there are', 'bytes=-100', 0, 9],
    ['with space around it', ' bytes=2-5 ', 2, 5],
    ['the unit in capitals', 'BYTES=2-5', 2, 5],
    ['a list of one', 'bytes=, 2-5 ,', 2, 5],
    ['to a byte that nobody counts to', 'bytes=0-99999999999999999999', 0, 9],
    ['more last bytes than anybody counts', 'bytes=-99999999999999999999', 0, 9],
  ])('reads %s', (_what, text, first, last) => {
    expect(readRange(text, 10)).toEqual({ first, last })
  })

  it.each([
    ['there is none', undefined],
    ['it counts in another unit', 'blocks=0-1'],
    ['its unit is unknown and its set unreadable', 'items=x'],
    ['it names no unit', '0-1'],
    ['it is empty', ''],
    ['it asks for several ranges', 'bytes=0-1,4-5'],
    ['it asks for several, one behind the end', 'bytes=0-1, 40-50, -2'],
  ])('means the whole file where %s', (_what, text) => {
    expect(readRange(text, 10)).toBeUndefined()
    expect(readRange(text, 0)).toBeUndefined()
  })

  it.each([
    ['begins behind the end', 'bytes=10-'],
    ['ends before it begins', 'bytes=5-2'],
    ['asks for no last bytes', 'bytes=-0'],
    ['names neither end', 'bytes=-'],
    ['is negative', 'bytes=-1-2'],
    ['is no number', 'bytes=a-b'],
    ['begins where nobody counts to', 'bytes=99999999999999999999-'],
    ['has no range', 'bytes='],
    ['has commas only', 'bytes=,,'],
    ['is several, one of them unreadable', 'bytes=0-1,x'],
    ['has space inside', 'bytes=0 - 1'],
  ])('refuses what %s, with the length', (_what, text) => {
    expect(() => readRange(text, 10)).toThrow(
      expect.objectContaining({ code: 'range_not_satisfiable', headers: { 'Content-Range': 'bytes */10' } }),
    )
  })
})
