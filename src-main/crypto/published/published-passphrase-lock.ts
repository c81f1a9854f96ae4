/*
 * A key locked with a passphrase (docs/contract/client-crypto.md, Published format: passphrase):
 * `<Aes256Gcm, three parts>.Pbkdf2Hmac.<derivation>`. Derivation: `K` and BSON { iv: salt, i: iterations, l: 32, hash:
 * "SHA256" or nothing }. Key: PBKDF2-HMAC-SHA-256 of the passphrase's UTF-8.
 */
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { CryptoError } from '../crypto-error.ts'
import { dataEncryptionKey, KEY_BYTES, wipe } from '../keys.ts'
import type { DataEncryptionKey } from '../keys.ts'
import { randomBytes } from '../random.ts'
import type { RandomBytes } from '../random.ts'
import { openAesGcm, sealAesGcm } from './aes-gcm.ts'
import { binaryArtefact, malformed, readArtefacts, writeArtefacts } from './artefacts.ts'
import type { BsonDocument } from './bson.ts'

const NAME = 'Pbkdf2Hmac'
const HASH = 'SHA256'
const DIGEST = 'sha256'
const SALT_BYTES = 20
/** Five times as many as published clients choose. More would take their JavaScript longer than a second. */
const ITERATIONS = 100_000
/** A higher stored count is damaged, or meant to exhaust the computer. */
const MOST_ITERATIONS = 2_000_000
const LOCKED = /^(Aes256Gcm\.[^.]+\.[^.]+)\.Pbkdf2Hmac\.([^.]+)$/

const derive = promisify(pbkdf2)

export function isLockedKey(text: string): boolean {
  return LOCKED.test(text)
}

export async function lockPublishedKey(
  passphrase: string,
  key: DataEncryptionKey,
  random: RandomBytes = randomBytes,
): Promise<string> {
  const salt = random(SALT_BYTES)
  const lockingKey = dataEncryptionKey(await derive(passphrase, salt, ITERATIONS, KEY_BYTES, DIGEST))
  const sealed = sealAesGcm(lockingKey, key, random)
  wipe(lockingKey)
  return `${sealed}.${NAME}.${writeArtefacts('K', { iv: salt, i: ITERATIONS, l: KEY_BYTES, hash: HASH })}`
}

/**
 * Opens a locked key. The passphrase is not normalized.
 *
 * @throws {CryptoError} `cannot_open` for another passphrase or changed bytes; `malformed_envelope`,
 *   `passphrase_cost_invalid`, `key_invalid`.
 */
export async function unlockPublishedKey(passphrase: string, text: string): Promise<DataEncryptionKey> {
  const [, sealed, derivation] = LOCKED.exec(text) ?? []
  if (sealed === undefined || derivation === undefined) throw malformed()
  const artefacts = readArtefacts('K', derivation)
  const salt = binaryArtefact(artefacts, 'iv')
  const lockingKey = dataEncryptionKey(await derive(passphrase, salt, iterationsOf(artefacts), KEY_BYTES, DIGEST))
  try {
    return dataEncryptionKey(openAesGcm(lockingKey, sealed))
  } finally {
    wipe(lockingKey)
  }
}

function iterationsOf({ i, l, hash = HASH }: BsonDocument): number {
  if (typeof i !== 'number' || l !== KEY_BYTES || hash !== HASH) throw malformed()
  if (i < 1 || i > MOST_ITERATIONS) {
    throw new CryptoError('passphrase_cost_invalid', `${i} hashing rounds are outside what this program accepts`)
  }
  return i
}
