/*
 * Shares in either format. The public key of the recipient decides the format of everything in a share, and the reader tells
 * it by the text of the sealed key (docs/contract/client-crypto.md, Telling formats apart).
 *
 * | | ours, `pdv1` | published |
 * |---|---|---|
 * | key to a public key | `pdv1.bs.dek` | `Rsa4096.…` |
 * | key to a passphrase | `pdv1.pw.dek` | `Aes256Gcm.….Pbkdf2Hmac.…` |
 * | value, verification key | `pdv1.xc.sh`, `pdv1.xc.vk`, bound to the owner's ids | `Aes256Gcm.…`, bound to nothing |
 * | proof of a value | `pdv1.bh.vv` | 64 hex digits |
 */
import type { ConnectionKeyPair, ShareFormat } from './connection-key-pair.ts'
import { isBundlePair } from './connection-key-pair.ts'
import { CryptoError } from './crypto-error.ts'
import { dataEncryptionKey, keyId, newDataEncryptionKey, newVerificationKey, verificationKey, wipe } from './keys.ts'
import type { DataEncryptionKey, VerificationKey } from './keys.ts'
import { lockKey, unlockKey } from './passphrase-lock.ts'
import type { LockOptions } from './passphrase-lock.ts'
import { openAesGcm, openAesGcmText, sealAesGcm, sealAesGcmText } from './published/aes-gcm.ts'
import { isLockedKey, lockPublishedKey, unlockPublishedKey } from './published/published-passphrase-lock.ts'
import { openWithRsa, sealToRsa } from './published/rsa.ts'
import { checkPublishedProof, isPublishedProof, provePublishedValue } from './published/value-proof.ts'
import { openKeyWithPair, sealKeyToBundle } from './sealed-share-key.ts'
import type { OpenedKey, ShareKeyBinding } from './sealed-share-key.ts'
import { readPublicKey } from './session-token-seal.ts'
import { readSharePassphrase } from './share-passphrase.ts'
import * as ours from './shared-value.ts'
import type { ValuePlace } from './shared-value.ts'

/** The data encryption key of one share, or of several with one recipient. Wipe it after use with {@link wipeShareKey}. */
export interface ShareKey {
  readonly format: ShareFormat
  readonly key: DataEncryptionKey
  readonly kid: string
}

export type OpenedShareKey = ShareKey & Pick<OpenedKey, 'itemId'>

/** One slot of a share. */
export interface SealedShareValue {
  readonly encrypted_value: string
  readonly encrypted_value_verification_key: string
  /** `null` in an on-share, for which the service uses that of the owner. */
  readonly value_verification_hash: string | null
}

/** The proof of a received value, as far as the share has one. */
export interface ValueProof {
  readonly verificationKey: VerificationKey | null
  readonly hash: string | null
}

/**
 * - `verified`: the owner shared this value.
 * - `weakly_verified`: the same, but other texts have the same hash (published clients, above U+00FF).
 * - `unverified`: the share has no proof.
 * - `changed`: the owner shared another value. This one must not be used.
 */
export type ValueCheck = 'verified' | 'weakly_verified' | 'unverified' | 'changed'

const OUR_TEXT = /^pdv\d/

export function newShareKey(format: ShareFormat): ShareKey {
  return shareKeyOf(format, newDataEncryptionKey())
}

export function wipeShareKey(shareKey: ShareKey): void {
  wipe(shareKey.key)
}

/**
 * Seals the key of a share to the public key of the recipient, as `encrypted_dek` or `dek`. Several items for one recipient in
 * one call share a key, which is sealed without `itemId`.
 *
 * @throws {CryptoError} `public_key_invalid` for a public key that is damaged or too weak; `unsupported_version` for one
 *   of a newer version; `key_invalid` if the share is in another format than the public key
 */
export function sealShareKey(publicKeyText: string, shareKey: ShareKey, binding: ShareKeyBinding): string {
  const publicKey = readPublicKey(publicKeyText)
  if ((publicKey.family === 'bundle') !== (shareKey.format === 'pdv1')) {
    throw new CryptoError('key_invalid', `a share in the format ${shareKey.format} is not for this public key`)
  }
  return publicKey.family === 'bundle'
    ? sealKeyToBundle(publicKey, binding, shareKey.key)
    : sealToRsa(publicKey.key, publicKey.bits, shareKey.key)
}

/**
 * Opens the `encrypted_dek` of a received share.
 *
 * @throws {CryptoError} `wrong_key`, `cannot_open` if it was changed, or sealed to another key pair, item or recipient;
 *   `malformed_envelope`; `key_invalid` if the content is not a key; `unsupported_version`
 */
export function openShareKey(
  pair: ConnectionKeyPair,
  text: string,
  binding: Required<ShareKeyBinding>,
): OpenedShareKey {
  if (isBundlePair(pair)) {
    const { key, itemId } = openKeyWithPair(pair, binding, text)
    return { ...shareKeyOf('pdv1', key), itemId }
  }
  refuseOurs(text)
  const key = dataEncryptionKey(openWithRsa(pair.privateKey, text))
  return { ...shareKeyOf('published', key), itemId: null }
}

/** Whether an `encrypted_dek` is locked with a passphrase, as in a share intent. */
export function isPassphraseLocked(text: string): boolean {
  return text.startsWith('pdv1.pw.') || isLockedKey(text)
}

/**
 * Locks the key of a share intent with a passphrase, as `encrypted_dek`. Takes about a second, on another thread.
 *
 * @throws {CryptoError} `passphrase_cost_invalid`, `passphrase_worker_failed`
 */
export async function lockShareKey(shareKey: ShareKey, passphrase: string, options?: LockOptions): Promise<string> {
  return shareKey.format === 'pdv1'
    ? lockKey(readSharePassphrase(passphrase), shareKey.key, options)
    : lockPublishedKey(passphrase, shareKey.key)
}

/**
 * Unlocks what {@link lockShareKey} or a published client locked. Passphrases of our form are accepted in any spelling.
 *
 * @throws {CryptoError} `cannot_open` for another passphrase or changed bytes; `malformed_envelope`,
 *   `unsupported_version`, `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function unlockShareKey(passphrase: string, text: string): Promise<ShareKey> {
  if (OUR_TEXT.test(text)) return shareKeyOf('pdv1', await unlockKey(readSharePassphrase(passphrase), text))
  return shareKeyOf('published', await unlockInAnySpelling(passphrase, text))
}

/**
 * Seals a slot of the user's own item, with a new verification key. Returns `undefined` for empty text, because a share has no
 * slots without a value.
 */
export function sealOwnValue(shareKey: ShareKey, place: ValuePlace, value: string): SealedShareValue | undefined {
  if (value === '') return undefined
  const key = newVerificationKey(shareKey.format)
  const sealed = {
    encrypted_value: sealShareValue(shareKey, place, value),
    encrypted_value_verification_key: sealVerificationKey(shareKey, place, key),
    value_verification_hash: hashValue(shareKey.format, key, place, value),
  }
  wipe(key)
  return sealed
}

/**
 * Seals a received slot to share it further, with the owner's verification key. Returns `undefined` for empty text.
 *
 * @param place the item and slot of the OWNER
 */
export function sealReceivedValue(
  shareKey: ShareKey,
  place: ValuePlace,
  received: { readonly value: string; readonly verificationKey: VerificationKey },
): SealedShareValue | undefined {
  if (received.value === '') return undefined
  return {
    encrypted_value: sealShareValue(shareKey, place, received.value),
    encrypted_value_verification_key: sealVerificationKey(shareKey, place, received.verificationKey),
    value_verification_hash: null,
  }
}

/** @param place the item and slot of the owner @param value not empty */
export function sealShareValue(shareKey: ShareKey, place: ValuePlace, value: string): string {
  return shareKey.format === 'pdv1' ? ours.sealSharedText(shareKey, place, value) : sealAesGcmText(shareKey.key, value)
}

export function sealVerificationKey(shareKey: ShareKey, place: ValuePlace, key: VerificationKey): string {
  return shareKey.format === 'pdv1' ? ours.sealVerificationKey(shareKey, place, key) : sealAesGcm(shareKey.key, key)
}

/** The `value_verification_hash` of a share by the owner. */
export function hashValue(format: ShareFormat, key: VerificationKey, place: ValuePlace, value: string): string {
  return format === 'pdv1' ? ours.proveValue(key, place, value) : provePublishedValue(key, value)
}

/**
 * Opens the `encrypted_value` of a received slot.
 *
 * @param place the item and slot of the owner
 * @throws {CryptoError} `cannot_open` if it was changed or, in our format, moved; `wrong_key`, `malformed_envelope`,
 *   `unsupported_version`
 */
export function openShareValue(shareKey: ShareKey, place: ValuePlace, text: string): string {
  if (shareKey.format === 'pdv1') return ours.openSharedText(shareKey, place, text)
  refuseOurs(text)
  return openAesGcmText(shareKey.key, text)
}

/** @throws {CryptoError} as {@link openShareValue}; `key_invalid` if the content is not a verification key */
export function openVerificationKey(shareKey: ShareKey, place: ValuePlace, text: string): VerificationKey {
  if (shareKey.format === 'pdv1') return ours.openVerificationKey(shareKey, place, text)
  refuseOurs(text)
  return verificationKey(openAesGcm(shareKey.key, text))
}

/**
 * Compares a received value with the proof of its owner, which may be of either format.
 *
 * @param place the item and slot of the owner
 * @throws {CryptoError} `malformed_envelope` for a hash of neither format; `unsupported_version`
 */
export function verifyValue(place: ValuePlace, value: string, { verificationKey: key, hash }: ValueProof): ValueCheck {
  if (key === null || hash === null) return 'unverified'
  if (isPublishedProof(hash)) return checkPublishedProof(hash, key, value)
  return ours.isProofOf(hash, key, place, value) ? 'verified' : 'changed'
}

function shareKeyOf(format: ShareFormat, key: DataEncryptionKey): ShareKey {
  return { format, key, kid: keyId(key) }
}

/** Refuses a text in our format, or in a newer one, where the published format is expected. */
function refuseOurs(text: string): void {
  if (!OUR_TEXT.test(text)) return
  throw text.startsWith('pdv1.')
    ? new CryptoError('wrong_key', 'sealed in our format, but the key at hand is of the published one')
    : new CryptoError('unsupported_version', 'sealed by a newer version of this program: update it')
}

/** Tries the passphrase as typed, then in the canonical spelling of our passphrases. */
async function unlockInAnySpelling(passphrase: string, text: string): Promise<DataEncryptionKey> {
  const canonical = readSharePassphrase(passphrase)
  try {
    return await unlockPublishedKey(passphrase, text)
  } catch (error) {
    if (canonical === passphrase || !(error instanceof CryptoError) || error.code !== 'cannot_open') throw error
    return unlockPublishedKey(canonical, text)
  }
}
