import { decryptWithNonce, encryptWithNonce } from './bound-aead.ts'
import { KEY_BYTES, wipe } from './keys.ts'
import type { RandomBytes } from './random.ts'
import { randomBytes } from './random.ts'
import { sodium } from './sodium.ts'

/*
 * The manifest of a backup of a protected workspace: nonce(24) ‖ XChaCha20-Poly1305 under BLAKE2b("pdv.backup.1"), keyed with
 * the key of the database file of the workspace; associated data "pdv.backup.1". It contains the digests of all files, so that
 * no file can be replaced by another one or an earlier version.
 */
const CONTEXT = 'pdv.backup.1'

/** @param fileKey the key of the database file of the workspace, 32 bytes */
export function sealBackupManifest(
  fileKey: Uint8Array,
  manifest: Uint8Array,
  random: RandomBytes = randomBytes,
): Uint8Array {
  return withManifestKey(fileKey, (key) => encryptWithNonce(key, manifest, CONTEXT, random))
}

/** @throws {CryptoError} `cannot_open` */
export function openBackupManifest(fileKey: Uint8Array, sealed: Uint8Array): Uint8Array {
  return withManifestKey(fileKey, (key) => decryptWithNonce(key, sealed, CONTEXT))
}

function withManifestKey(fileKey: Uint8Array, use: (key: Uint8Array) => Uint8Array): Uint8Array {
  const key = sodium.crypto_generichash(KEY_BYTES, CONTEXT, fileKey)
  try {
    return use(key)
  } finally {
    wipe(key)
  }
}
