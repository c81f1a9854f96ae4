import { encodeBase64Url } from './base64url.ts'
import { CryptoError } from './crypto-error.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

/** The length of all symmetric keys and seeds. */
export const KEY_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES

declare const kind: unique symbol
type Secret<Kind extends string> = Uint8Array & { readonly [kind]: Kind }

/** Seals slot values and names. Each user has a private one, and each share has one. */
export type DataEncryptionKey = Secret<'DataEncryptionKey'>
/** Wraps the data encryption keys and key pairs of a user. */
export type KeyEncryptionKey = Secret<'KeyEncryptionKey'>
/** The Argon2id hash of a passphrase. Together with the secret string, it opens the account like the passphrase. */
export type PassphraseHash = Secret<'PassphraseHash'>
/** Wraps the key encryption key; derived from passphrase and secret string, never stored. */
export type PassphraseDerivedKey = Secret<'PassphraseDerivedKey'>
/** A key pair in its stored form. */
export type KeyPairSeed = Secret<'KeyPairSeed'>
/** Opens the other keys of a protected workspace, see `workspace-keys.ts`. */
export type RootKey = Secret<'RootKey'>
/** Seals records of a workspace, see `local-key.ts`. */
export type LocalKey = Secret<'LocalKey'>
/** Opens the encrypted database file of a workspace. */
export type DatabaseKey = Secret<'DatabaseKey'>
/** The HMAC key that proves a shared value unchanged: 32 bytes by our client, 64 by published ones. */
export type VerificationKey = Secret<'VerificationKey'>
/** Opens one file. All who can read its slot have it. */
export type AttachmentKey = Secret<'AttachmentKey'>
/** A key derived from an attachment key for one purpose, see `files/attachment-key.ts`. */
export type AttachmentSubKey = Secret<'AttachmentSubKey'>
/** Seals the keys of all files in one folder, see `files/folder-key.ts`. */
export type FolderKey = Secret<'FolderKey'>
/** The key of hashes that callers must not be able to predict. */
export type ServerSecretKey = Secret<'ServerSecretKey'>

export const dataEncryptionKey = keyReader('DataEncryptionKey')
export const keyEncryptionKey = keyReader('KeyEncryptionKey')
export const passphraseHash = keyReader('PassphraseHash')
export const passphraseDerivedKey = keyReader('PassphraseDerivedKey')
export const keyPairSeed = keyReader('KeyPairSeed')
export const rootKey = keyReader('RootKey')
export const localKey = keyReader('LocalKey')
export const databaseKey = keyReader('DatabaseKey')
export const attachmentKey = keyReader('AttachmentKey')
export const attachmentSubKey = keyReader('AttachmentSubKey')
export const folderKey = keyReader('FolderKey')
export const serverSecretKey = keyReader('ServerSecretKey')

const VERIFICATION_KEY_BYTES = { pdv1: KEY_BYTES, published: 64 } as const

/** Accepts both lengths in both formats, because an on-share contains the key that the owner's client made. */
export function verificationKey(bytes: Uint8Array): VerificationKey {
  if (!Object.values<number>(VERIFICATION_KEY_BYTES).includes(bytes.length)) {
    throw new CryptoError('key_invalid', 'a VerificationKey has 32 or 64 bytes')
  }
  return bytes as VerificationKey // as in keyReader
}

export function newVerificationKey(
  format: keyof typeof VERIFICATION_KEY_BYTES,
  random: RandomBytes = randomBytes,
): VerificationKey {
  return verificationKey(random(VERIFICATION_KEY_BYTES[format]))
}

export function newDataEncryptionKey(random: RandomBytes = randomBytes): DataEncryptionKey {
  return dataEncryptionKey(inOwnMemory(random(KEY_BYTES)))
}

export function newKeyEncryptionKey(random: RandomBytes = randomBytes): KeyEncryptionKey {
  return keyEncryptionKey(inOwnMemory(random(KEY_BYTES)))
}

export function newKeyPairSeed(random: RandomBytes = randomBytes): KeyPairSeed {
  return keyPairSeed(inOwnMemory(random(KEY_BYTES)))
}

export function newAttachmentKey(random: RandomBytes = randomBytes): AttachmentKey {
  return attachmentKey(inOwnMemory(random(KEY_BYTES)))
}

export function newFolderKey(random: RandomBytes = randomBytes): FolderKey {
  return folderKey(inOwnMemory(random(KEY_BYTES)))
}

/** Replaces the passphrase hash in an account without a passphrase. No known passphrase has this hash. */
export function newPassphraseHash(random: RandomBytes = randomBytes): PassphraseHash {
  return passphraseHash(inOwnMemory(random(KEY_BYTES)))
}

export function newLocalKey(random: RandomBytes = randomBytes): LocalKey {
  return localKey(inOwnMemory(random(KEY_BYTES)))
}

export function newRootKey(random: RandomBytes = randomBytes): RootKey {
  return rootKey(inOwnMemory(random(KEY_BYTES)))
}

export function newDatabaseKey(random: RandomBytes = randomBytes): DatabaseKey {
  return databaseKey(inOwnMemory(random(KEY_BYTES)))
}

/**
 * Moves a key into a buffer of its own, and wipes the original. The engine keeps small arrays in its heap, where garbage
 * collection leaves copies behind; small Buffers of Node share a pool, all of which is posted to a thread with one of them.
 */
export function inOwnMemory(key: Uint8Array): Uint8Array<ArrayBuffer> {
  const moved = key.length === KEY_BYTES ? nextBuffer : zeros(key.length)
  moved.set(key)
  wipe(key)
  nextBuffer = zeros(KEY_BYTES)
  return moved
}

/** The buffer for the next key, allocated in advance, because an allocation may start a garbage collection that copies the key. */
let nextBuffer = zeros(KEY_BYTES)

function zeros(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length))
}

/** A copy in a buffer of its own, for functions that wipe their argument. */
export function copyKey(key: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = zeros(key.length)
  copy.set(key)
  return copy
}

/** Overwrites secrets with zeros. It cannot reach copies that the engine has made. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) {
    secret.fill(0)
    knownIds.delete(secret)
  }
}

const KEY_ID_BYTES = 8
/** Caches the ids of keys, because one key opens many values. */
const knownIds = new WeakMap<Uint8Array, string>()
const KEY_ID_PREFIX = Buffer.from('pdv1.kid\0')

/**
 * Names a key without revealing it: the first 8 bytes of BLAKE2b-128(`pdv1.kid` 00 key), 11 characters of Base64.
 * For key pairs the key is the 64 bytes of the public bundle.
 */
export function keyId(key: Uint8Array): string {
  const known = knownIds.get(key)
  if (known !== undefined) return known
  const id = hashedId(key)
  knownIds.set(key, id)
  return id
}

function hashedId(key: Uint8Array): string {
  const message = Buffer.concat([KEY_ID_PREFIX, key])
  const digest = sodium.crypto_generichash(sodium.crypto_generichash_BYTES_MIN, message, null)
  wipe(message)
  return encodeBase64Url(digest.subarray(0, KEY_ID_BYTES))
}

/** Makes a function that checks the length of a key and gives the same buffer its type. */
function keyReader<Kind extends string>(name: Kind): (bytes: Uint8Array) => Secret<Kind> {
  return (bytes) => {
    if (bytes.length !== KEY_BYTES) throw new CryptoError('key_invalid', `a ${name} has ${KEY_BYTES} bytes`)
    return bytes as Secret<Kind> // the brand only exists in types
  }
}
