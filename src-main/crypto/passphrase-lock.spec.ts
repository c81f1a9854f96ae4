// Proves docs/contract/client-crypto.md, Envelope: contexts, Shares of an invitation.

import { describe, expect, it } from 'vitest'
import { PASSPHRASE_LOCK_VECTOR, SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import { dataEncryptionKey } from './keys.ts'
import { lockKey, unlockKey } from './passphrase-lock.ts'

const { passphrase, saltByte, locked } = PASSPHRASE_LOCK_VECTOR
const key = dataEncryptionKey(new Uint8Array(32).fill(SEALED_VECTORS.dataEncryptionKeyByte))
const SALT_BYTES = 16
const fixedBytes = (length: number) =>
  new Uint8Array(length).fill(length === SALT_BYTES ? saltByte : SEALED_VECTORS.nonceByte)
const cheaply = { cost: { opsLimit: 1, memoryKib: 8 } }

describe('lockKey', () => {
  it('matches the worked example', { tags: ['full'] }, async () => {
    expect(await lockKey(passphrase, key, { random: fixedBytes })).toBe(locked)
  })

  it('never repeats itself', async () => {
    expect(await lockKey(passphrase, key, cheaply)).not.toBe(await lockKey(passphrase, key, cheaply))
  })
})

describe('unlockKey', () => {
  it('opens the worked example', async () => {
    expect(await unlockKey(passphrase, locked)).toEqual(key)
  })

  it('reads the cost from the locked key', async () => {
    expect(await unlockKey(passphrase, await lockKey(passphrase, key, cheaply))).toEqual(key)
  })

  it('refuses another passphrase', async () => {
    const cheap = await lockKey(passphrase, key, cheaply)

    await expect(unlockKey('K7QF-2M9T-XD4R-8WPB', cheap)).rejects.toMatchObject({ code: 'cannot_open' })
  })

  it.each([
    ['version', 0, 0x02, 'unsupported_version'],
    ['number of passes', 4, 0x02, 'cannot_open'],
    ['number of passes beyond reason', 1, 0x7f, 'passphrase_cost_invalid'],
    ['memory', 8, 0x09, 'cannot_open'],
    ['memory beyond reason', 5, 0x7f, 'passphrase_cost_invalid'],
    ['salt', 9, 0x00, 'cannot_open'],
    ['nonce', 25, 0x00, 'cannot_open'],
    ['cipher text', 49, 0x00, 'cannot_open'],
    ['tag', 96, 0x00, 'cannot_open'],
  ])('refuses a changed %s', async (_, index, byte, code) => {
    const payload = Buffer.from(await cheapPayload())
    payload.writeUInt8(payload.readUInt8(index) === byte ? byte ^ 1 : byte, index)

    await expect(unlockKey(passphrase, withPayload(payload))).rejects.toMatchObject({ code })
  })

  it.each([0, 24, 25, 48, 95])('refuses a payload cut after %i bytes', async (length) => {
    const payload = await cheapPayload()

    await expect(unlockKey(passphrase, withPayload(payload.subarray(0, length)))).rejects.toMatchObject({
      name: 'CryptoError',
    })
  })

  it.each([
    ['another context', locked.replace('.dek.', '.kek.'), 'malformed_envelope'],
    ['a newer version', locked.replace('pdv1', 'pdv2'), 'unsupported_version'],
    ['something else', 'Aes256Gcm.AAAA.QQUAAAAA', 'malformed_envelope'],
  ])('refuses %s', async (_, text, code) => {
    await expect(unlockKey(passphrase, text)).rejects.toMatchObject({ code })
  })
})

async function cheapPayload(): Promise<Buffer> {
  return Buffer.from((await lockKey(passphrase, key, cheaply)).split('.')[4] ?? '', 'base64url')
}

function withPayload(payload: Buffer): string {
  return `pdv1.pw.dek.-.${payload.toString('base64url')}`
}
