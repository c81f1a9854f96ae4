/*
 * Shares in either format, behind one face. The public key of the recipient decides the format of everything in a share
 * (docs/contract/client-crypto.md, Telling formats apart); its reader tells the format by the text of the share's key.
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

/** The data encryption key of one share, or of all shares with one recipient in one call; end its use with {@link wipeShareKey}. */
export interface ShareKey {
  readonly format: ShareFormat
  readonly key: DataEncryptionKey
  readonly kid: string
}

/** The key of a received share, opened with a key pair. */
export type OpenedShareKey = ShareKey & Pick<OpenedKey, 'itemId'>

/** What a share stores of one slot. */
export interface SealedShareValue {
  readonly encrypted_value: string
  readonly encrypted_value_verification_key: string
  /** `null` in an on-share: the service keeps the owner's. */
  readonly value_verification_hash: string | null
}

/** What proves a received value, as far as the share has it. */
export interface ValueProof {
  readonly verificationKey: VerificationKey | null
  readonly hash: string | null
}

/**
 * - `verified`: the value is what its owner shared.
 * - `weakly_verified`: so it seems, but by a hash that some other text shares (published clients, above U+00FF).
 * - `unverified`: the share carries no proof.
 * - `changed`: the value is not what its owner shared; it must not be used.
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
 * Seals a share's key to the recipient's public key: the `encrypted_dek` or `dek` of a share. Several items for one
 * recipient in one call need one key and one sealed text, made without `itemId`.
 *
 * @throws {CryptoError} `public_key_invalid` for a public key that is damaged or too weak; `unsupported_version` for one
 *   of a newer version; `key_invalid` when the share's key is of the other format.
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
 * @throws {CryptoError} `wrong_key`, `cannot_open` when it is sealed to another key pair, changed, or meant for another
 *   item or recipient; `malformed_envelope` for a text of another kind; `key_invalid` for content that is no key;
 *   `unsupported_version`: update the application.
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

/** Whether an `encrypted_dek` is locked with a passphrase (share intents), not sealed to a key. */
export function isPassphraseLocked(text: string): boolean {
  return text.startsWith('pdv1.pw.') || isLockedKey(text)
}

/**
 * Locks a share's key with a passphrase: the `encrypted_dek` of a share intent. About a second on another thread.
 *
 * @throws {CryptoError} `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function lockShareKey(shareKey: ShareKey, passphrase: string, options?: LockOptions): Promise<string> {
  return shareKey.format === 'pdv1'
    ? lockKey(readSharePassphrase(passphrase), shareKey.key, options)
    : lockPublishedKey(passphrase, shareKey.key)
}

/**
 * Unlocks what {@link lockShareKey} or a published client locked. Passphrases in our form are taken however they are
 * typed.
 *
 * @throws {CryptoError} `cannot_open` for another passphrase or changed bytes; `malformed_envelope`,
 *   `unsupported_version`, `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function unlockShareKey(passphrase: string, text: string): Promise<ShareKey> {
  if (OUR_TEXT.test(text)) return shareKeyOf('pdv1', await unlockKey(readSharePassphrase(passphrase), text))
  return shareKeyOf('published', await unlockAsTypedOrMeant(passphrase, text))
}

/**
 * Seals a slot of an own item with a fresh verification key; `place` names the own item and slot. `undefined` for empty
 * text: slots without a value are left out of a share.
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
 * Seals a received slot to pass it on, with the owner's verification key; `place` names the OWNER's item and slot.
 * `undefined` for empty text.
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

/** Seals one text, which is not empty; `place` names the owner's item and slot. */
export function sealShareValue(shareKey: ShareKey, place: ValuePlace, value: string): string {
  return shareKey.format === 'pdv1' ? ours.sealSharedText(shareKey, place, value) : sealAesGcmText(shareKey.key, value)
}

/** Seals a verification key under a share's key. */
export function sealVerificationKey(shareKey: ShareKey, place: ValuePlace, key: VerificationKey): string {
  return shareKey.format === 'pdv1' ? ours.sealVerificationKey(shareKey, place, key) : sealAesGcm(shareKey.key, key)
}

/** The `value_verification_hash` of an owner's share. */
export function hashValue(format: ShareFormat, key: VerificationKey, place: ValuePlace, value: string): string {
  return format === 'pdv1' ? ours.proveValue(key, place, value) : provePublishedValue(key, value)
}

/**
 * Opens the `encrypted_value` of a received slot; `place` names the owner's item and slot.
 *
 * @throws {CryptoError} `cannot_open` when it was changed or (ours) moved; `wrong_key`, `malformed_envelope`,
 *   `unsupported_version`: update the application.
 */
export function openShareValue(shareKey: ShareKey, place: ValuePlace, text: string): string {
  if (shareKey.format === 'pdv1') return ours.openSharedText(shareKey, place, text)
  refuseOurs(text)
  return openAesGcmText(shareKey.key, text)
}

/** @throws {CryptoError} as {@link openShareValue}; `key_invalid` when the content is no verification key. */
export function openVerificationKey(shareKey: ShareKey, place: ValuePlace, text: string): VerificationKey {
  if (shareKey.format === 'pdv1') return ours.openVerificationKey(shareKey, place, text)
  refuseOurs(text)
  return verificationKey(openAesGcm(shareKey.key, text))
}

/**
 * Compares a received value with its owner's proof, in the form that the proof has; `place` names the owner's item and
 * slot.
 *
 * @throws {CryptoError} `malformed_envelope` for a hash of neither form; `unsupported_version`: update the application.
 */
export function verifyValue(place: ValuePlace, value: string, { verificationKey: key, hash }: ValueProof): ValueCheck {
  if (key === null || hash === null) return 'unverified'
  if (isPublishedProof(hash)) return checkPublishedProof(hash, key, value)
  return ours.isProofOf(hash, key, place, value) ? 'verified' : 'changed'
}

function shareKeyOf(format: ShareFormat, key: DataEncryptionKey): ShareKey {
  return { format, key, kid: keyId(key) }
}

/** A reader of the published format says why it cannot read ours, or a newer one. */
function refuseOurs(text: string): void {
  if (!OUR_TEXT.test(text)) return
  throw text.startsWith('pdv1.')
    ? new CryptoError('wrong_key', 'sealed in our format, but the key at hand is of the published one')
    : new CryptoError('unsupported_version', 'sealed by a newer version of this program: update it')
}

/** A published client's passphrase is taken as typed; ours may have been typed in another spelling. */
async function unlockAsTypedOrMeant(passphrase: string, text: string): Promise<DataEncryptionKey> {
  const meant = readSharePassphrase(passphrase)
  try {
    return await unlockPublishedKey(passphrase, text)
  } catch (error) {
    if (meant === passphrase || !(error instanceof CryptoError) || error.code !== 'cannot_open') throw error
    return unlockPublishedKey(meant, text)
  }
}
