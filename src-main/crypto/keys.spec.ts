// Proves docs/contract/client-crypto.md, Keys.

import { describe, expect, it } from 'vitest'
import { SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import {
  dataEncryptionKey,
  keyId,
  newDataEncryptionKey,
  newLocalKey,
  newVerificationKey,
  verificationKey,
  wipe,
} from './keys.ts'

describe('keyId', () => {
  it('matches the worked examples', () => {
    expect(keyId(new Uint8Array(32).fill(SEALED_VECTORS.keyEncryptionKeyByte))).toBe(SEALED_VECTORS.keyEncryptionKeyId)
    expect(keyId(new Uint8Array(32).fill(SEALED_VECTORS.dataEncryptionKeyByte))).toBe(
      SEALED_VECTORS.dataEncryptionKeyId,
    )
  })
})

describe('keys', () => {
  it.each([0, 31, 33, 64])('refuse %i bytes', (length) => {
    expect(() => dataEncryptionKey(new Uint8Array(length))).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })

  it('are new each time', () => {
    expect(newDataEncryptionKey()).not.toEqual(newDataEncryptionKey())
    expect(newLocalKey()).not.toEqual(newLocalKey())
  })
})

describe('verification keys', () => {
  it('have 32 bytes by our client, 64 by published ones', () => {
    expect(newVerificationKey('pdv1')).toHaveLength(32)
    expect(newVerificationKey('published')).toHaveLength(64)
  })

  it.each([0, 31, 33, 63, 65])('refuse %i bytes', (length) => {
    expect(() => verificationKey(new Uint8Array(length))).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  })
})

describe('wipe', () => {
  it('fills every given secret with zeros', () => {
    const first = newDataEncryptionKey()
    const second = newLocalKey()

    wipe(first, second)

    expect([...first, ...second].every((byte) => byte === 0)).toBe(true)
  })

  it('forgets the identifier of a key with the key', () => {
    const key = newDataEncryptionKey()
    const before = keyId(key)

    wipe(key)

    expect(keyId(key)).not.toBe(before)
  })
})
