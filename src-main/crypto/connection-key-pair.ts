/*
 * The own key pair of one connection: ours, or RSA for a connection with a user of a published client, who refuses any
 * other public key (docs/contract/client-crypto.md, Between the formats). The form of the public key tells which.
 */
import { newKeyPair, openSessionToken, wipeKeyPair } from './key-pair.ts'
import type { KeyPair } from './key-pair.ts'
import { unwrapKeyPair, unwrapRsaKeyPair, wrapKeyPair, wrapRsaKeyPair } from './key-wrap.ts'
import type { KeyEncryptionKey } from './keys.ts'
import { newRsaKeyPair, openWithRsa } from './published/rsa.ts'
import type { RsaKeyPair } from './published/rsa.ts'
import { readPublicKey } from './session-token-seal.ts'

/** Our format (`pdv1`), or that of published clients. Shares have the format of the recipient's public key. */
export type ShareFormat = 'pdv1' | 'published'

/** `publicKey` is the text to publish; end the use with {@link wipeConnectionKeyPair}. */
export type ConnectionKeyPair = KeyPair | RsaKeyPair

/** @throws {CryptoError} `public_key_invalid`; `unsupported_version` for a key of a newer version of this program. */
export function formatOfPublicKey(publicKey: string): ShareFormat {
  return readPublicKey(publicKey).family === 'bundle' ? 'pdv1' : 'published'
}

/** A fresh pair. RSA keys are searched for on another thread, for a second or several. */
export async function newConnectionKeyPair(format: ShareFormat): Promise<ConnectionKeyPair> {
  return format === 'pdv1' ? newKeyPair() : await newRsaKeyPair()
}

/** The key store that a pair goes into: the key to wrap it with, and the account's format (absent: ours). */
export interface KeyPairOwner {
  readonly keyEncryptionKey: KeyEncryptionKey
  readonly format?: ShareFormat
}

/** The `encrypted_serialized_key` of the key store: `pdv1.xc.kp`, `pdv1.xc.pem`, or of published accounts `Aes256Gcm`. */
export function wrapConnectionKeyPair(owner: KeyPairOwner, pair: ConnectionKeyPair): string {
  const { keyEncryptionKey: kek, format = 'pdv1' } = owner
  return isBundlePair(pair) ? wrapKeyPair(kek, pair) : wrapRsaKeyPair(kek, format, pair)
}

/**
 * Opens a stored key pair and checks that both halves belong together.
 *
 * @throws {CryptoError} `public_key_invalid`, `wrong_key`, `key_invalid`, `cannot_open`, `malformed_envelope`,
 *   `unsupported_version`.
 */
export function unwrapConnectionKeyPair(kek: KeyEncryptionKey, publicKey: string, envelope: string): ConnectionKeyPair {
  return formatOfPublicKey(publicKey) === 'pdv1'
    ? unwrapKeyPair(kek, publicKey, envelope)
    : unwrapRsaKeyPair(kek, publicKey, envelope)
}

/**
 * Opens an access token that the service sealed to the public key (docs/contract/client-crypto.md,
 * What the service understands).
 *
 * @throws {CryptoError} `wrong_key`, `cannot_open` when sealed to another key pair; `malformed_envelope`.
 */
export function openSealedToken(pair: ConnectionKeyPair, sealed: string): string {
  return isBundlePair(pair)
    ? openSessionToken(pair, sealed)
    : Buffer.from(openWithRsa(pair.privateKey, sealed)).toString('utf8')
}

/**
 * Whether a token may be sealed to this key, without opening anything: an envelope of ours names its key, a published one
 * says only that it is an RSA key.
 */
export function maySealTo(publicKey: string, sealed: string): boolean {
  const [keyFamily, , , keyId] = publicKey.split('.')
  const [family, , , sealedTo] = sealed.split('.')
  return family === 'pdv1' ? keyFamily === 'pdv1' && keyId === sealedTo : keyFamily !== 'pdv1'
}

export function isBundlePair(pair: ConnectionKeyPair): pair is KeyPair {
  return 'seed' in pair
}

/** Overwrites key bytes where possible; an RSA key's native memory is freed with its last reference. */
export function wipeConnectionKeyPair(pair: ConnectionKeyPair): void {
  if (isBundlePair(pair)) wipeKeyPair(pair)
}
