/*
 * The name that a user gives to a connection: padded text under the private data encryption key, `pdv1.xc.nm`. It is bound to
 * the user's public key for the connection: to [kid of the bundle], or for RSA to [hex SHA-256 of the SPKI DER].
 */
import { openBoundText, sealBoundText } from './bound-aead.ts'
import type { Binding } from './bound-aead.ts'
import type { DataEncryptionKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { publicKeyFingerprint, readPublicKey } from './session-token-seal.ts'

/** @param name not empty @throws {CryptoError} `public_key_invalid` */
export function sealConnectionName(
  key: DataEncryptionKey,
  ownPublicKey: string,
  name: string,
  random: RandomBytes = randomBytes,
): string {
  return sealBoundText(bindingOf(key, ownPublicKey), name, random)
}

/** @throws {CryptoError} `cannot_open`, also for another connection; `wrong_key`, `malformed_envelope` */
export function openConnectionName(key: DataEncryptionKey, ownPublicKey: string, envelope: string): string {
  return openBoundText(bindingOf(key, ownPublicKey), envelope)
}

function bindingOf(key: DataEncryptionKey, ownPublicKey: string): Binding {
  const publicKey = readPublicKey(ownPublicKey)
  return {
    key,
    ctx: 'nm',
    bound: [publicKey.family === 'bundle' ? publicKey.kid : publicKeyFingerprint(ownPublicKey)],
  }
}
