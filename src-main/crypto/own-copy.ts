/*
 * A received value that its recipient has re-encrypted (docs/contract/client-crypto.md, Accepting shares): the value as
 * `pdv1.xc.si`, which `openSlotValue` opens, and the owner's verification key as `pdv1.xc.vk`. Both are under the private data
 * encryption key of the recipient, and bound to the ids of the recipient's copy.
 */
import type { DataEncryptionKey, VerificationKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sealSlotValue } from './seal.ts'
import { openVerificationKey, sealVerificationKey } from './shared-value.ts'
import type { ValuePlace } from './shared-value.ts'

/** A value from a share. */
export interface ReceivedValue {
  readonly value: string
  /** `null` if the share has none. It is needed to share the value further. */
  readonly verificationKey: VerificationKey | null
}

/** One slot in the body of `POST /items/{id}/encrypt`. */
export interface SealedCopy {
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
}

/** Re-encrypts a received value. @param ownPlace the item and slot of the recipient's copy */
export function sealOwnCopy(
  key: DataEncryptionKey,
  ownPlace: ValuePlace,
  { value, verificationKey }: ReceivedValue,
  random: RandomBytes = randomBytes,
): SealedCopy {
  return {
    encrypted_value: sealSlotValue(key, ownPlace, value, random),
    encrypted_value_verification_key:
      verificationKey === null ? null : sealVerificationKey({ key }, ownPlace, verificationKey, random),
  }
}

/** @throws {CryptoError} `cannot_open`, also for another slot; `wrong_key`, `malformed_envelope`, `key_invalid` */
export function openOwnCopyKey(key: DataEncryptionKey, ownPlace: ValuePlace, envelope: string): VerificationKey {
  return openVerificationKey({ key }, ownPlace, envelope)
}
