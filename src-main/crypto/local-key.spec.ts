import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyedHash } from './keyed-hash.ts'
import { deriveDatabaseKey, deriveServerSecret, openRecord, sealRecord } from './local-key.ts'
import { localKey, newLocalKey } from './keys.ts'

const key = localKey(new Uint8Array(32).fill(9))
const place = { table: 'kept_tokens', id: 'row-1' }
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
// Matchers are typed `any`; as an object it fits where an error is expected.
const failsWith = (code: string) => expect.objectContaining({ name: 'CryptoError', code }) as object

describe('sealed records', () => {
  it('open where they were sealed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), fc.string(), (content, table, id) => {
        const sealed = sealRecord(key, { table, id }, content)
        expect(hex(openRecord(key, { table, id }, sealed))).toBe(hex(content))
      }),
    )
  })

  it.each([
    ['row', { ...place, id: 'row-2' }],
    ['table', { ...place, table: 'kept_secrets' }],
    ['split of the same letters', { table: 'kept_tokensrow', id: '-1' }],
    ['table that ends the name early', { table: 'kept_tokens","row', id: '-1' }],
  ])('do not open in another %s', (_, elsewhere) => {
    const sealed = sealRecord(key, place, Buffer.from('token'))

    expect(() => openRecord(key, elsewhere, sealed)).toThrow(failsWith('cannot_open'))
  })

  it('do not open under another local key', () => {
    const sealed = sealRecord(newLocalKey(), place, Buffer.from('token'))

    expect(() => openRecord(key, place, sealed)).toThrow(failsWith('cannot_open'))
  })

  it('do not open with any byte changed or missing', () => {
    const sealed = sealRecord(key, place, Buffer.from('token'))

    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(sealed.readUInt8(index) ^ 1, index)
      const code = index === 0 ? 'unsupported_version' : 'cannot_open'
      expect(() => openRecord(key, place, changed)).toThrow(failsWith(code))
      expect(() => openRecord(key, place, sealed.subarray(0, index))).toThrow(failsWith(code))
    }
  })

  it('never repeat', () => {
    expect(sealRecord(key, place, Buffer.from('a'))).not.toEqual(sealRecord(key, place, Buffer.from('a')))
    expect(text(openRecord(key, place, sealRecord(key, place, Buffer.from('a'))))).toBe('a')
  })
})

describe('derived keys', () => {
  it('are stable, and different from each other and from the local key', () => {
    const derived = [deriveDatabaseKey(key), deriveServerSecret(key), key].map(hex)

    expect(new Set(derived).size).toBe(3)
    expect([hex(deriveDatabaseKey(key)), hex(deriveServerSecret(key))]).toEqual(derived.slice(0, 2))
  })

  it('change with the local key', () => {
    const other = newLocalKey()

    expect(deriveDatabaseKey(other)).not.toEqual(deriveDatabaseKey(key))
    expect(deriveServerSecret(other)).not.toEqual(deriveServerSecret(key))
  })
})

describe('keyedHash', () => {
  it('depends on key and message', () => {
    const secret = deriveServerSecret(key)
    const hashes = [
      keyedHash(secret, 'a'),
      keyedHash(secret, 'b'),
      keyedHash(deriveServerSecret(newLocalKey()), 'a'),
    ].map(hex)

    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(hashes).size).toBe(3)
    expect(hex(keyedHash(secret, 'a'))).toBe(hashes[0])
  })
})
