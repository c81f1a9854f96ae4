// Proves docs/contract/client-crypto.md, Published format: symmetric.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBson, writeBson } from './bson.ts'

const example = writeBson({ iv: Uint8Array.of(1, 2), i: 20_000, hash: 'SHA256' })

describe('writeBson', () => {
  it('lays a document out as the specification says', () => {
    expect(example.toString('hex')).toBe(
      '28000000' + '056976000200000000' + '0102' + '10690020' + '4e0000' + '026861736800070000005348413235360000',
    )
  })

  it('writes an empty document', () => {
    expect(writeBson({}).toString('hex')).toBe('0500000000')
  })
})

describe('readBson', () => {
  it('gives back any document', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/)
    const value = fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.string(), fc.uint8Array())
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (document) => {
        const read = readBson(writeBson(document))
        expect(Object.keys(read)).toEqual(Object.keys(document))
        for (const [key, expected] of Object.entries(document)) {
          expect(comparable(read[key] ?? '')).toBe(comparable(expected))
        }
      }),
    )
  })

  it('refuses a document cut anywhere', () => {
    for (let length = 0; length < example.length; length += 1) {
      expect(() => readBson(example.subarray(0, length))).toThrow(RangeError)
    }
  })

  it.each([
    ['something behind it', `${example.toString('hex')}00`],
    ['a length that is not its own', '0600000000'],
    ['an element of another type', '0c0000000861000100000000'],
    ['a binary longer than the document', '0d0000000561007f0000000000'],
    ['a binary of negative length', '0d000000056100ffffffff0000'],
    ['a text longer than the document', '0d0000000261007f0000000000'],
    ['a text without its end', '0c0000000261000000000000'],
    ['a number without its bytes', '0800000010610000'],
    ['a name without an end', '07000000106100'],
  ])('refuses %s', (_, hex) => {
    expect(() => readBson(Buffer.from(hex, 'hex'))).toThrow(RangeError)
  })

  it('never loops, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (body) => {
        const bytes = Buffer.concat([Buffer.alloc(4), body, Buffer.alloc(1)])
        bytes.writeInt32LE(bytes.length)
        try {
          readBson(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

function comparable(value: unknown): string {
  return value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : JSON.stringify(value)
}
