// Proves docs/contract/client-crypto.md, Secret string.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from './base58.ts'

describe('base58', () => {
  it.each([
    ['', ''],
    ['00', '1'],
    ['0000287fb4cd', '11233QC4'],
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
  ])('encodes %s as %s', (hex, text) => {
    expect(encodeBase58(Buffer.from(hex, 'hex'))).toBe(text)
    expect(Buffer.from(decodeBase58(text)).toString('hex')).toBe(hex)
  })

  it('reads back every sequence of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect([...decodeBase58(encodeBase58(bytes))]).toEqual([...bytes])
      }),
    )
  })

  it.each(['0', 'O', 'I', 'l', ' ', 'é'])('refuses the character "%s"', (character) => {
    expect(() => decodeBase58(`2NE${character}po`)).toThrow(SyntaxError)
  })
})
