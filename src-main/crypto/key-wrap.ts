/*
 * Wrapped keys. All are `xc` envelopes, over the raw 32 bytes:
 *   kek  key encryption key under the passphrase-derived key, bound to [username]
 *   dek  data encryption key under the key encryption key, bound to [purpose]
 *   kp   key pair seed under the key encryption key, bound to [kid of the public bundle]
 * and over PEM text:
 *   pem  RSA private key under the key encryption key, bound to [hex SHA-256 of the SPKI DER]
 */
import { openBound, sealBound } from './bound-aead.ts'
import { parseEnvelope } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import { keyPairFromSeed, readKeyBundle } from './key-pair.ts'
import type { KeyPair } from './key-pair.ts'
import { dataEncryptionKey, keyEncryptionKey, keyId, keyPairSeed, wipe } from './keys.ts'
import type { DataEncryptionKey, KeyEncryptionKey, PassphraseDerivedKey } from './keys.ts'
import { isPublished, openAesGcm, sealAesGcm } from './published/aes-gcm.ts'
import { privateKeyPem, readRsaKeyPair } from './published/rsa.ts'
import type { RsaKeyPair } from './published/rsa.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { publicKeyFingerprint, readPublicKey } from './session-token-seal.ts'

/** Wraps the key encryption key of a user for the key store. */
export function wrapKeyEncryptionKey(
  pdk: PassphraseDerivedKey,
  username: string,
  kek: KeyEncryptionKey,
  random: RandomBytes = randomBytes,
): string {
  return sealBound({ key: pdk, ctx: 'kek', bound: [username] }, kek, random)
}

/** @throws {CryptoError} `wrong_key` for another passphrase or secret string; `cannot_open`, `malformed_envelope`. */
export function unwrapKeyEncryptionKey(
  pdk: PassphraseDerivedKey,
  username: string,
  envelope: string,
): KeyEncryptionKey {
  return keyEncryptionKey(openBound({ key: pdk, ctx: 'kek', bound: [username] }, envelope))
}

/** Wraps a data encryption key. @param purpose `private` for the user's own key */
export function wrapDataEncryptionKey(
  kek: KeyEncryptionKey,
  purpose: string,
  dek: DataEncryptionKey,
  random: RandomBytes = randomBytes,
): string {
  return sealBound({ key: kek, ctx: 'dek', bound: [purpose] }, dek, random)
}

/** @throws {CryptoError} `wrong_key`, `cannot_open` (also for another purpose), `malformed_envelope`. */
export function unwrapDataEncryptionKey(kek: KeyEncryptionKey, purpose: string, envelope: string): DataEncryptionKey {
  return dataEncryptionKey(openBound({ key: kek, ctx: 'dek', bound: [purpose] }, envelope))
}

/** Wraps the seed of a key pair, as `encrypted_serialized_key` of the key store. */
export function wrapKeyPair(kek: KeyEncryptionKey, pair: KeyPair, random: RandomBytes = randomBytes): string {
  return sealBound({ key: kek, ctx: 'kp', bound: [pair.kid] }, pair.seed, random)
}

/**
 * Opens a stored key pair and checks that its seed belongs to its public key.
 *
 * @throws {CryptoError} `public_key_invalid` if `publicKey` is not a bundle; `wrong_key` if the seed belongs to another public
 *   key or was wrapped with another key; `cannot_open`, `malformed_envelope`
 */
export function unwrapKeyPair(kek: KeyEncryptionKey, publicKey: string, envelope: string): KeyPair {
  const { kid } = readKeyBundle(publicKey)
  const pair = keyPairFromSeed(keyPairSeed(openBound({ key: kek, ctx: 'kp', bound: [kid] }, envelope)))
  if (pair.publicKey !== publicKey) throw new CryptoError('wrong_key', `the private half is not that of key ${kid}`)
  return pair
}

/** Wraps the private key of a connection with a user of a published client, or of an account in that format. */
export function wrapRsaKeyPair(
  kek: KeyEncryptionKey,
  format: 'pdv1' | 'published',
  pair: RsaKeyPair,
  random: RandomBytes = randomBytes,
): string {
  const pem = Buffer.from(privateKeyPem(pair), 'latin1')
  const envelope =
    format === 'published'
      ? sealAesGcm(kek, pem, random)
      : sealBound({ key: kek, ctx: 'pem', bound: [publicKeyFingerprint(pair.publicKey)] }, pem, random)
  wipe(pem)
  return envelope
}

/** @throws {CryptoError} as {@link unwrapKeyPair}; `key_invalid` if the content is not a private key */
export function unwrapRsaKeyPair(kek: KeyEncryptionKey, publicKey: string, envelope: string): RsaKeyPair {
  const pem = isPublished(envelope)
    ? openAesGcm(kek, envelope)
    : openBound({ key: kek, ctx: 'pem', bound: [publicKeyFingerprint(publicKey)] }, envelope)
  try {
    return readRsaKeyPair(publicKey, Buffer.from(pem).toString('latin1'))
  } finally {
    wipe(pem)
  }
}

/** A key encryption key with its replacement. */
export interface KeyChange {
  readonly former: KeyEncryptionKey
  readonly renewed: KeyEncryptionKey
}

/** A context and bound strings that a wrapped key may have. */
export interface WrappedPlace {
  readonly ctx: string
  readonly bound: readonly string[]
  /** The bound strings of the new envelope, if they differ. */
  readonly renewedBound?: readonly string[]
}

/**
 * Opens a wrapped key with a former key encryption key and wraps it with the new one. A text that the former key did not wrap,
 * or that is damaged, is returned unchanged.
 *
 * @param places possible bindings, of which the first that opens the text is used
 * @returns undefined if the former key wrapped it, but none of the places opens it
 */
export function rewrap(
  { former, renewed }: KeyChange,
  envelope: string,
  places: readonly WrappedPlace[],
  random: RandomBytes = randomBytes,
): string | undefined {
  if (isPublished(envelope)) return rewrapPublished({ former, renewed }, envelope, random)
  if (!isWrappedBy(former, envelope)) return envelope
  for (const { ctx, bound, renewedBound = bound } of places) {
    const content = attempt(() => openBound({ key: former, ctx, bound }, envelope))
    if (content === undefined) continue
    const rewrapped = sealBound({ key: renewed, ctx, bound: renewedBound }, content, random)
    wipe(content)
    return rewrapped
  }
  return undefined
}

/** The possible bindings of a stored key pair. @throws {CryptoError} `public_key_invalid` */
export function placesOfKeyPair(publicKey: string): readonly WrappedPlace[] {
  const { family } = readPublicKey(publicKey)
  return family === 'bundle'
    ? [{ ctx: 'kp', bound: [readKeyBundle(publicKey).kid] }]
    : [{ ctx: 'pem', bound: [publicKeyFingerprint(publicKey)] }]
}

function isWrappedBy(key: KeyEncryptionKey, envelope: string): boolean {
  return attempt(() => parseEnvelope(envelope).kid) === keyId(key)
}

/** Tries the former key, because the published format does not name the key. */
function rewrapPublished({ former, renewed }: KeyChange, text: string, random: RandomBytes): string {
  const content = attempt(() => openAesGcm(former, text))
  if (content === undefined) return text
  const rewrapped = sealAesGcm(renewed, content, random)
  wipe(content)
  return rewrapped
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof CryptoError) return undefined
    throw error
  }
}
