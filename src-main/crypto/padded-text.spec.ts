// Proves docs/contract/client-crypto.md, Envelope.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { padText, unpadText } from './padded-text.ts'

describe('padded text', () => {
  it('comes back as it was, in a multiple of 32 bytes with at least one more than the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const padded = padText(text)

        expect(padded.length % 32).toBe(0)
        expect(padded.length).toBeGreaterThan(Buffer.byteLength(text))
        expect(unpadText(padded)).toBe(text)
      }),
    )
  })

  it('is the text, 80 and zeros', () => {
    expect(Buffer.from(padText('ab')).toString('hex')).toBe(`616280${'00'.repeat(29)}`)
    expect(padText('a'.repeat(31))).toHaveLength(32)
    expect(padText('a'.repeat(32))).toHaveLength(64)
  })

  it('keeps a byte order mark, which is part of the text', () => {
    expect(unpadText(padText('\uFEFFa'))).toBe('\uFEFFa')
  })

  it('is wiped when it is read', () => {
    const padded = padText('secret')
    unpadText(padded)

    expect(padded).toEqual(new Uint8Array(32))
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['no padding', new Uint8Array(32)],
    ['fewer bytes than padding has', Uint8Array.from([0x61, 0x80])],
    ['padding that began before the last 32 bytes', Uint8Array.from([0x80, ...new Uint8Array(63)])],
    ['something behind the padding', Uint8Array.from([0x80, ...new Uint8Array(30), 1])],
    ['text that is not UTF-8', Uint8Array.from([0xff, 0x80, ...new Uint8Array(30)])],
  ])('refuses %s, and wipes it', (_what, bytes) => {
    expect(() => unpadText(bytes)).toThrow(expect.objectContaining({ code: 'cannot_open' }))
    expect(bytes.every((byte) => byte === 0)).toBe(true)
  })
})
