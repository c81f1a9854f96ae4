import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyedHash } from './keyed-hash.ts'
import {
  createFileSlot,
  createPassphraseSlot,
  deriveDatabaseKey,
  deriveServerSecret,
  openFileSlot,
  openPassphraseSlot,
  openRecord,
  readKeySlot,
  sealRecord,
} from './local-key.ts'
import type { PassphraseKeySlot } from './local-key.ts'
import { localKey, newLocalKey } from './keys.ts'

const cheap = { opsLimit: 1, memoryKib: 8 }
const key = localKey(new Uint8Array(32).fill(9))
const place = { table: 'kept_tokens', id: 'row-1' }
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
// Matchers are typed `any`; as an object it fits where an error is expected.
const failsWith = (code: string) => expect.objectContaining({ name: 'CryptoError', code }) as object

describe('passphrase slot', () => {
  it('opens with its passphrase, also after JSON', async () => {
    const slot = readKeySlot(JSON.parse(JSON.stringify(await createPassphraseSlot(key, 'correct horse', cheap))))

    expect(slot).toMatchObject({ kind: 'passphrase', version: 1, ops_limit: 1, memory_kib: 8 })
    expect(hex(await openPassphraseSlot(slot as PassphraseKeySlot, 'correct horse'))).toBe(hex(key))
  })

  it('holds neither key nor passphrase', async () => {
    const written = JSON.stringify(await createPassphraseSlot(key, 'correct horse', cheap))

    expect(written).not.toContain('horse')
    expect(written).not.toContain(Buffer.from(key).toString('base64url'))
  })

  it('differs each time', async () => {
    const first = await createPassphraseSlot(key, 'a', cheap)
    const second = await createPassphraseSlot(key, 'a', cheap)

    expect(first.salt).not.toBe(second.salt)
    expect(first.sealed_key).not.toBe(second.sealed_key)
  })

  it('does not open with another passphrase', async () => {
    const slot = await createPassphraseSlot(key, 'correct horse', cheap)

    await expect(openPassphraseSlot(slot, 'correct horses')).rejects.toThrow(failsWith('cannot_open'))
  })

  it.each([
    ['passes', { ops_limit: 2 }, 'cannot_open'],
    ['memory', { memory_kib: 16 }, 'cannot_open'],
    ['salt', { salt: 'A'.repeat(22) }, 'cannot_open'],
    ['kind', { kind: 'file' as 'passphrase' }, 'cannot_open'],
    ['version', { version: 2 as 1 }, 'cannot_open'],
    ['sealed key', { sealed_key: 'A'.repeat(96) }, 'cannot_open'],
    ['length of the sealed key', { sealed_key: 'AAAA' }, 'cannot_open'],
    ['spelling of the sealed key', { sealed_key: '???' }, 'key_slot_invalid'],
    ['memory beyond reason', { memory_kib: 2 ** 31 }, 'passphrase_cost_invalid'],
  ])('does not open with changed %s', async (_, change, code) => {
    const slot = await createPassphraseSlot(key, 'a', cheap)

    await expect(openPassphraseSlot({ ...slot, ...change }, 'a')).rejects.toThrow(failsWith(code))
  })
})

describe('file slot', () => {
  it('gives the key back, also after JSON', () => {
    const slot = readKeySlot(JSON.parse(JSON.stringify(createFileSlot(key))))

    expect(slot.kind === 'file' && hex(openFileSlot(slot))).toBe(hex(key))
  })

  it.each([
    ['changed', { key: 'A'.repeat(43) }],
    ['truncated', { key: 'AAAA' }],
    ['not Base64', { key: '???' }],
    ['another key’s', { key_id: 'AAAAAAAAAAA' }],
  ])('refuses a key that is %s', (_, change) => {
    expect(() => openFileSlot({ ...createFileSlot(key), ...change })).toThrow(failsWith('key_slot_invalid'))
  })
})

describe('readKeySlot', () => {
  it.each([
    ['nothing', null, 'key_slot_invalid'],
    ['a text', 'slot', 'key_slot_invalid'],
    ['an unknown kind', { kind: 'card', version: 1 }, 'key_slot_invalid'],
    ['a slot without key', { kind: 'file', version: 1, key_id: 'x' }, 'key_slot_invalid'],
    [
      'a slot without salt',
      { kind: 'passphrase', version: 1, ops_limit: 1, memory_kib: 8, sealed_key: 'x' },
      'key_slot_invalid',
    ],
    ['a newer slot', { ...createFileSlot(key), version: 2 }, 'unsupported_version'],
  ])('refuses %s', (_, json, code) => {
    expect(() => readKeySlot(json)).toThrow(failsWith(code))
  })
})

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
