/*
 * What is under a user's own data encryption key, in our format or in the published one, which a published client of
 * the same account writes (docs/contract/client-crypto.md, Telling formats apart).
 */
import { openConnectionName } from '../../crypto/connection-name.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { openerOf } from '../../crypto/data-keys.ts'
import type { VerificationKey } from '../../crypto/keys.ts'
import { verificationKey } from '../../crypto/keys.ts'
import { openAesGcm, openAesGcmText } from '../../crypto/published/aes-gcm.ts'
import type { SlotPlace } from '../../crypto/seal.ts'
import { openSlotValue } from '../../crypto/seal.ts'
import { openVerificationKey } from '../../crypto/shared-value.ts'

const PUBLISHED = 'Aes256Gcm.'

/** @throws {CryptoError} `cannot_open`, `wrong_key`, `malformed_envelope`, `unsupported_version` */
export function openPrivateValue(keys: DataKeys, place: SlotPlace, text: string): string {
  const key = openerOf(keys, text)
  return text.startsWith(PUBLISHED) ? openAesGcmText(key, text) : openSlotValue(key, place, text)
}

/** The verification key of a received value that was re-encrypted. @throws {CryptoError} as above; `key_invalid` */
export function openPrivateVerificationKey(keys: DataKeys, place: SlotPlace, text: string): VerificationKey {
  const key = openerOf(keys, text)
  return text.startsWith(PUBLISHED) ? verificationKey(openAesGcm(key, text)) : openVerificationKey({ key }, place, text)
}

/** The name written for the other side of a connection. @throws {CryptoError} as above */
export function openPrivateName(keys: DataKeys, ownPublicKey: string, text: string): string {
  const key = openerOf(keys, text)
  return text.startsWith(PUBLISHED) ? openAesGcmText(key, text) : openConnectionName(key, ownPublicKey, text)
}
