// Proves docs/contract/vault.md, Transports: what is read.

import { describe, expect, it } from 'vitest'
import { jsonOfFile, textOfFile, UnreadableFile } from './file-text.ts'

const TEXT = '{"Ä": "𝄞"}\r\n'
const utf8 = (text: string) => new TextEncoder().encode(text)
const littleEndian = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const bigEndian = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())

describe('textOfFile', () => {
  it.each([
    ['UTF-8', utf8(TEXT)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${TEXT}`)],
    ['UTF-16 little endian', littleEndian(`\ufeff${TEXT}`)],
    ['UTF-16 big endian', bigEndian(`\ufeff${TEXT}`)],
  ])('reads %s without its mark, line ends as they are', (_what, bytes) => {
    expect(textOfFile(bytes)).toBe(TEXT)
  })

  it.each([
    ['nothing', []],
    ['a mark of UTF-8 alone', [0xef, 0xbb, 0xbf]],
    ['a mark of UTF-16 alone', [0xff, 0xfe]],
  ])('reads %s as no text', (_what, bytes) => {
    expect(textOfFile(Uint8Array.from(bytes))).toBe('')
  })

  it('takes one mark away and no more', () => {
    expect(textOfFile(utf8('\ufeff\ufeffa'))).toBe('\ufeffa')
  })

  it.each([
    ['UTF-32 little endian', [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0], 'it is UTF-32: save it as UTF-8'],
    ['UTF-32 big endian', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b], 'it is UTF-32: save it as UTF-8'],
    [
      'UTF-16 without a mark',
      [...littleEndian('{}')],
      'it is UTF-16 without a byte order mark, or no text: save it as UTF-8',
    ],
    [
      'the same, big endian',
      [...bigEndian('{}')],
      'it is UTF-16 without a byte order mark, or no text: save it as UTF-8',
    ],
    ['Latin-1', [0x22, 0xe4, 0x22], 'it is in another encoding than UTF-8: save it as UTF-8'],
    [
      'half a character of UTF-16',
      [0xff, 0xfe, 0x7b],
      'it begins as UTF-16 LE and does not go on as such: save it as UTF-8',
    ],
    [
      'half a pair of UTF-16',
      [0xfe, 0xff, 0xd8, 0x34],
      'it begins as UTF-16 BE and does not go on as such: save it as UTF-8',
    ],
  ])('names %s', (_what, bytes, message) => {
    expect(() => textOfFile(Uint8Array.from(bytes))).toThrow(new UnreadableFile(message))
  })
})

describe('jsonOfFile', () => {
  it('reads what every encoding says as the same', () => {
    for (const bytes of [
      utf8(TEXT),
      utf8(`\ufeff${TEXT}`),
      littleEndian(`\ufeff${TEXT}`),
      bigEndian(`\ufeff${TEXT}`),
    ]) {
      expect(jsonOfFile(bytes)).toEqual({ Ä: '𝄞' })
    }
  })

  it.each([
    ['{"a":', 'it is not JSON: it breaks at position 5'],
    ['', 'it is not JSON: it breaks at position 0'],
    ['{"a":1,"a":2}', 'A member stands twice in the same object'],
    [String.raw`{"a":"\ud800"}`, 'A text holds half of a surrogate pair'],
    ['[1e999]', 'A number is too large'],
    ['[01]', 'it is not JSON: it breaks at position 2'],
    ["{'a':1}", 'it is not JSON: it breaks at position 1'],
    ['[1,]', 'it is not JSON: it breaks at position 3'],
    ['\ufeff\ufeff{}', 'it is not JSON: it breaks at position 0, with a byte order mark'],
  ])('refuses %s in words', (text, message) => {
    expect(() => jsonOfFile(utf8(text === '' || text.startsWith('\ufeff') ? text : `\ufeff${text}`))).toThrow(
      new UnreadableFile(message),
    )
  })
})
