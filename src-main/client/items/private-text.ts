/**
 * Texts under a user's data encryption key, written in the format of the account and read in either format
 * (docs/contract/client-crypto.md, Telling formats apart).
 */
import { openConnectionName, sealConnectionName } from '../../crypto/connection-name.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { openingKey } from '../../crypto/data-keys.ts'
import type { VerificationKey } from '../../crypto/keys.ts'
import { verificationKey } from '../../crypto/keys.ts'
import { isPublished, openAesGcm, openAesGcmText, sealAesGcm, sealAesGcmText } from '../../crypto/published/aes-gcm.ts'
import type { SlotBinding, SlotPlace } from '../../crypto/seal.ts'
import { openSlotValue, sealSlotValue } from '../../crypto/seal.ts'
import type { ValuePlace } from '../../crypto/shared-value.ts'
import { openVerificationKey, sealVerificationKey } from '../../crypto/shared-value.ts'

/** @throws {CryptoError} `cannot_open`, `wrong_key`, `malformed_envelope`, `unsupported_version` */
export function openPrivateValue(keys: DataKeys, place: SlotPlace, text: string): string {
  const key = openingKey(keys, text)
  return isPublished(text) ? openAesGcmText(key, text) : openSlotValue(key, place, text)
}

/** The verification key of a received value that was re-encrypted. @throws {CryptoError} as above; `key_invalid` */
export function openPrivateVerificationKey(keys: DataKeys, place: SlotPlace, text: string): VerificationKey {
  const key = openingKey(keys, text)
  return isPublished(text) ? verificationKey(openAesGcm(key, text)) : openVerificationKey({ key }, place, text)
}

/** The name that the user gave to the other side of a connection. @throws {CryptoError} as above */
export function openPrivateName(keys: DataKeys, ownPublicKey: string, text: string): string {
  const key = openingKey(keys, text)
  return isPublished(text) ? openAesGcmText(key, text) : openConnectionName(key, ownPublicKey, text)
}

/** Null for an empty text, which neither format encrypts. */
export function sealPrivateValue(keys: DataKeys, binding: SlotBinding, value: string): string | null {
  const { dataEncryptionKey: key, format } = keys
  if (value === '') return null
  return format === 'published' ? sealAesGcmText(key, value) : sealSlotValue(key, binding, value)
}

/** Seals the verification key of a received value for the recipient's copy. */
export function sealPrivateVerificationKey(keys: DataKeys, place: ValuePlace, verifier: VerificationKey): string {
  const { dataEncryptionKey: key, format } = keys
  return format === 'published' ? sealAesGcm(key, verifier) : sealVerificationKey({ key }, place, verifier)
}

/** Seals a non-empty name for the other side of a connection. @throws {CryptoError} `public_key_invalid` */
export function sealPrivateName(keys: DataKeys, ownPublicKey: string, name: string): string {
  const { dataEncryptionKey: key, format } = keys
  return format === 'published' ? sealAesGcmText(key, name) : sealConnectionName(key, ownPublicKey, name)
}
