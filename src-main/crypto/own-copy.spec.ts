// Proves docs/contract/client-crypto.md, Envelope: contexts, Making items, Accepting shares.

import { describe, expect, it } from 'vitest'
import { SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import { dataEncryptionKey, newDataEncryptionKey, newVerificationKey } from './keys.ts'
import { openOwnCopyKey, sealOwnCopy } from './own-copy.ts'
import { openSlotValue } from './seal.ts'

const { itemId, slotId, slotName, value } = SEALED_VECTORS
const ownPlace = { itemId, slotId }
const key = dataEncryptionKey(new Uint8Array(32).fill(SEALED_VECTORS.dataEncryptionKeyByte))
const verificationKey = newVerificationKey('published')
const sealed = sealOwnCopy(key, ownPlace, { value, verificationKey })
const fixedNonce = (length: number) => new Uint8Array(length).fill(SEALED_VECTORS.nonceByte)

describe('sealOwnCopy', () => {
  it('seals the value as that of an own slot', () => {
    const copy = sealOwnCopy(key, ownPlace, { value, verificationKey }, fixedNonce)

    expect(copy.encrypted_value).toBe(SEALED_VECTORS.sealedByIds)
    expect(openSlotValue(key, { ...ownPlace, slotName }, sealed.encrypted_value ?? '')).toBe(value)
  })

  it('keeps the owner’s verification key', () => {
    expect(openOwnCopyKey(key, ownPlace, sealed.encrypted_value_verification_key ?? '')).toEqual(verificationKey)
  })

  it('has nothing where there was nothing', () => {
    expect(sealOwnCopy(key, ownPlace, { value: '', verificationKey: null })).toEqual({
      encrypted_value: null,
      encrypted_value_verification_key: null,
    })
  })
})

describe('openOwnCopyKey', () => {
  it.each([
    ['item', key, { itemId: slotId, slotId }, 'cannot_open'],
    ['slot', key, { itemId, slotId: itemId }, 'cannot_open'],
    ['user', newDataEncryptionKey(), ownPlace, 'wrong_key'],
  ])('refuses a key of another %s', (_, otherKey, place, code) => {
    expect(() => openOwnCopyKey(otherKey, place, sealed.encrypted_value_verification_key ?? '')).toThrow(
      expect.objectContaining({ code }),
    )
  })
})
