// Proves docs/contract/client-crypto.md, Envelope.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64Url, encodeBase64Url, encodeBase64UrlPadded } from './base64url.ts'

describe('base64url', () => {
  it('reads back every sequence of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...decodeBase64Url(encodeBase64Url(bytes))]).toEqual([...bytes])
      }),
    )
  })

  it('encodes only the part of a buffer that it was given', () => {
    expect(encodeBase64Url(Uint8Array.of(1, 2, 0xfb, 0xff, 3).subarray(2, 4))).toBe('-_8')
  })

  it.each([
    [[], ''],
    [[0xff], '_w=='],
    [[0xff, 0xff], '__8='],
    [[0xff, 0xff, 0xff], '____'],
  ])('pads %j to %s', (bytes, text) => {
    expect(encodeBase64UrlPadded(Uint8Array.from(bytes))).toBe(text)
  })

  it.each(['_w==', '_x', 'a', '+/8', 'ab c', 'ab\n'])('refuses %j, which the encoder would not write', (text) => {
    expect(() => decodeBase64Url(text)).toThrow(SyntaxError)
  })
})
