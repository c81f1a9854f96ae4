/*
 * The key pair of one connection: of our format, or RSA for a connection with a user of a published client, which accepts no
 * other public key (docs/contract/client-crypto.md, Between the formats).
 */
import { newKeyPair, openSessionToken, wipeKeyPair } from './key-pair.ts'
import type { KeyPair } from './key-pair.ts'
import { unwrapKeyPair, unwrapRsaKeyPair, wrapKeyPair, wrapRsaKeyPair } from './key-wrap.ts'
import type { KeyEncryptionKey } from './keys.ts'
import { newRsaKeyPair, openWithRsa } from './published/rsa.ts'
import type { RsaKeyPair } from './published/rsa.ts'
import { readPublicKey } from './session-token-seal.ts'

/** Our format (`pdv1`), or that of published clients. A share has the format of the public key of its recipient. */
export type ShareFormat = 'pdv1' | 'published'

/** Wipe it after use with {@link wipeConnectionKeyPair}. */
export type ConnectionKeyPair = KeyPair | RsaKeyPair

/** @throws {CryptoError} `public_key_invalid`; `unsupported_version` for a key of a newer version of this program */
export function formatOfPublicKey(publicKey: string): ShareFormat {
  return readPublicKey(publicKey).family === 'bundle' ? 'pdv1' : 'published'
}

/** Generates a pair. An RSA key takes a second or more, on another thread. */
export async function newConnectionKeyPair(format: ShareFormat): Promise<ConnectionKeyPair> {
  return format === 'pdv1' ? newKeyPair() : await newRsaKeyPair()
}

/** The account that owns a key pair. */
export interface KeyPairOwner {
  readonly keyEncryptionKey: KeyEncryptionKey
  /** `pdv1` by default. */
  readonly format?: ShareFormat
}

/** The `encrypted_serialized_key` of the key store: `pdv1.xc.kp` or `pdv1.xc.pem`; `Aes256Gcm` for published accounts. */
export function wrapConnectionKeyPair(owner: KeyPairOwner, pair: ConnectionKeyPair): string {
  const { keyEncryptionKey: kek, format = 'pdv1' } = owner
  return isBundlePair(pair) ? wrapKeyPair(kek, pair) : wrapRsaKeyPair(kek, format, pair)
}

/**
 * Opens a stored key pair, and checks that its private key belongs to its public key.
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
 * @throws {CryptoError} `wrong_key`, `cannot_open` if sealed to another key pair; `malformed_envelope`
 */
export function openSealedToken(pair: ConnectionKeyPair, sealed: string): string {
  return isBundlePair(pair)
    ? openSessionToken(pair, sealed)
    : Buffer.from(openWithRsa(pair.privateKey, sealed)).toString('utf8')
}

/**
 * Whether a sealed token can be for this public key, by its text alone. An envelope of ours names the key, a published one
 * only that it is an RSA key.
 */
export function canBeSealedTo(publicKey: string, sealed: string): boolean {
  const [keyFamily, , , keyId] = publicKey.split('.')
  const [family, , , sealedTo] = sealed.split('.')
  return family === 'pdv1' ? keyFamily === 'pdv1' && keyId === sealedTo : keyFamily !== 'pdv1'
}

export function isBundlePair(pair: ConnectionKeyPair): pair is KeyPair {
  return 'seed' in pair
}

/** Overwrites the bytes of our keys. The native memory of an RSA key is freed with its last reference. */
export function wipeConnectionKeyPair(pair: ConnectionKeyPair): void {
  if (isBundlePair(pair)) wipeKeyPair(pair)
}
