// Proves docs/contract/client-crypto.md, Published format: passphrase.

import { describe, expect, it } from 'vitest'
import { dataEncryptionKey, newDataEncryptionKey } from '../keys.ts'
import { writeArtefacts, writePart } from './artefacts.ts'
import { isLockedKey, lockPublishedKey, unlockPublishedKey } from './published-passphrase-lock.ts'
import { sealAesGcm } from './aes-gcm.ts'

const PASSPHRASE = 'K7QF-2M9T-XD4R-8WPA'
const key = newDataEncryptionKey()
const salt = Buffer.alloc(20, 0x33)

describe('lockPublishedKey', () => {
  it('has five parts', async () => {
    const locked = await lockPublishedKey(PASSPHRASE, key)

    expect(locked).toMatch(/^Aes256Gcm\.[\w=-]+\.[\w=-]+\.Pbkdf2Hmac\.[\w=-]+$/)
    expect(isLockedKey(locked)).toBe(true)
  })
})

describe('unlockPublishedKey', () => {
  it('gives back the key', async () => {
    const opened = await unlockPublishedKey(PASSPHRASE, await lockPublishedKey(PASSPHRASE, key))

    expect(Buffer.from(opened).equals(key)).toBe(true)
  })

  it('refuses another passphrase', async () => {
    const locked = await lockPublishedKey(PASSPHRASE, key)

    await expect(unlockPublishedKey(`${PASSPHRASE} `, locked)).rejects.toMatchObject({ code: 'cannot_open' })
  })

  it.each([
    ['rounds', { iv: salt, i: 999, l: 32, hash: 'SHA256' }, 'cannot_open'],
    ['salt', { iv: Buffer.alloc(20), i: 1000, l: 32, hash: 'SHA256' }, 'cannot_open'],
    ['no rounds', { iv: salt, i: 0, l: 32, hash: 'SHA256' }, 'passphrase_cost_invalid'],
    ['rounds beyond reason', { iv: salt, i: 2_000_001, l: 32, hash: 'SHA256' }, 'passphrase_cost_invalid'],
    ['key length', { iv: salt, i: 1000, l: 16, hash: 'SHA256' }, 'malformed_envelope'],
    ['hash', { iv: salt, i: 1000, l: 32, hash: 'MD5' }, 'malformed_envelope'],
    ['rounds that are text', { iv: salt, i: '1000', l: 32 }, 'malformed_envelope'],
    ['a missing salt', { i: 1000, l: 32 }, 'malformed_envelope'],
  ])('refuses other parameters: %s', async (_, document, code) => {
    const sealed = sealAesGcm(dataEncryptionKey(new Uint8Array(32)), key)

    await expect(
      unlockPublishedKey(PASSPHRASE, `${sealed}.Pbkdf2Hmac.${writeArtefacts('K', document)}`),
    ).rejects.toMatchObject({ code })
  })

  it('reads derivations without a hash, in BSON or YAML', async () => {
    const locked = await lockPublishedKey(PASSPHRASE, key, (length) => new Uint8Array(length).fill(0x33))
    const parts = locked.split('.')
    const bson = writeArtefacts('K', { l: 32, i: 100_000, iv: salt })
    const yaml = writePart(Buffer.from(`---\niv: !binary |-\n  ${salt.toString('base64')}\ni: 100000\nl: 32\n`))

    for (const derivation of [bson, yaml]) {
      const opened = await unlockPublishedKey(PASSPHRASE, parts.with(4, derivation).join('.'))
      expect(Buffer.from(opened).equals(key)).toBe(true)
    }
  })

  it.each(['', 'Aes256Gcm.AAAA.QQUAAAAA', 'pdv1.pw.dek.-.AQAA', 'Aes256Gcm.AAAA.QQUAAAAA.Scrypt.SwUAAAAA'])(
    'refuses %j',
    async (text) => {
      expect(isLockedKey(text)).toBe(false)
      await expect(unlockPublishedKey(PASSPHRASE, text)).rejects.toMatchObject({ code: 'malformed_envelope' })
    },
  )
})
