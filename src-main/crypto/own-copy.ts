/*
 * A received value once its recipient has re-encrypted it (docs/contract/client-crypto.md, Accepting shares): the value
 * as `pdv1.xc.si`, the owner's verification key as `pdv1.xc.vk`, both under the recipient's private data encryption key
 * and bound to the ids of the recipient's own copy. The value opens with `openSlotValue`.
 */
import type { DataEncryptionKey, VerificationKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sealSlotValue } from './seal.ts'
import { openVerificationKey, sealVerificationKey } from './shared-value.ts'
import type { ValuePlace } from './shared-value.ts'

/** A value as it came out of a share. Without the verification key it could not be passed on any more. */
export interface ReceivedValue {
  readonly value: string
  /** `null` when the share carried none. */
  readonly verificationKey: VerificationKey | null
}

/** What `POST /items/{id}/encrypt` takes of one slot. */
export interface SealedCopy {
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
}

/** Re-encrypts a received value for its recipient; `ownPlace` names the recipient's own item and slot. */
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

/** @throws {CryptoError} `cannot_open` also for another slot; `wrong_key`, `malformed_envelope`, `key_invalid`. */
export function openOwnCopyKey(key: DataEncryptionKey, ownPlace: ValuePlace, envelope: string): VerificationKey {
  return openVerificationKey({ key }, ownPlace, envelope)
}
