/*
 * The local key of a workspace: 32 random bytes that seal what the program itself must be able to read. workspace-keys.ts
 * describes how it is stored.
 *
 * Keys derived from it: crypto_kdf(i, "PDVLOCAL", key), i = 1 for records, 2 for the database file of a workspace whose keys
 * are still in their first format, 3 for the server secret.
 *
 * Sealed record: version(1) = 01 ‖ nonce(24) ‖ cipher text and tag;
 * associated data "pdv.record.1" 00 JSON [table, id], so that a record does not open in another row.
 */
import { decryptWithNonce, encryptWithNonce } from './bound-aead.ts'
import { CryptoError } from './crypto-error.ts'
import { databaseKey, inOwnMemory, KEY_BYTES, serverSecretKey, wipe } from './keys.ts'
import type { DatabaseKey, LocalKey, ServerSecretKey } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

export interface RecordPlace {
  readonly table: string
  readonly id: string
}

const RECORD_VERSION = 1
const KDF_CONTEXT = 'PDVLOCAL'
const RECORD_SUBKEY = 1
const DATABASE_SUBKEY = 2
const SERVER_SECRET_SUBKEY = 3

/** Seals a record for one row of a table. */
export function sealRecord(
  key: LocalKey,
  place: RecordPlace,
  content: Uint8Array,
  random: RandomBytes = randomBytes,
): Buffer {
  const subkey = subkeyOf(key, RECORD_SUBKEY)
  const sealed = encryptWithNonce(subkey, content, recordAssociatedData(place), random)
  wipe(subkey)
  return Buffer.concat([Buffer.of(RECORD_VERSION), sealed])
}

/** @throws {CryptoError} `cannot_open` if it was changed, moved, or sealed under another local key; `unsupported_version` */
export function openRecord(key: LocalKey, place: RecordPlace, sealed: Uint8Array): Uint8Array {
  if (sealed[0] !== RECORD_VERSION) {
    throw new CryptoError('unsupported_version', `a record in ${place.table} has an unknown version`)
  }
  const subkey = subkeyOf(key, RECORD_SUBKEY)
  try {
    return decryptWithNonce(subkey, sealed.subarray(1), recordAssociatedData(place))
  } finally {
    wipe(subkey)
  }
}

/** The key of a database file from the time before files had random keys. */
export function deriveDatabaseKey(key: LocalKey): DatabaseKey {
  return databaseKey(inOwnMemory(subkeyOf(key, DATABASE_SUBKEY)))
}

/** The key of hashes that callers must not be able to predict, see `keyed-hash.ts`. */
export function deriveServerSecret(key: LocalKey): ServerSecretKey {
  return serverSecretKey(subkeyOf(key, SERVER_SECRET_SUBKEY))
}

function recordAssociatedData({ table, id }: RecordPlace): string {
  return `pdv.record.${RECORD_VERSION}\0${JSON.stringify([table, id])}`
}

function subkeyOf(key: LocalKey, id: number): Uint8Array {
  return sodium.crypto_kdf_derive_from_key(KEY_BYTES, id, KDF_CONTEXT, key)
}
