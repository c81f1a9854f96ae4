/*
 * A workspace's local key: 32 random bytes that seal what the program itself must read again. It is stored only in key
 * slots, any one of which gives it back:
 *   passphrase  XChaCha20-Poly1305 under Argon2id of the passphrase; associated data is the slot's header
 *   file        the bare key in a file that only its owner may read: headless and demo workspaces
 *
 * Keys made from it: crypto_kdf(i, "PDVLOCAL", key), i = 1 records, 2 database file, 3 server secret.
 *
 * Sealed record: version(1) = 01 ‖ nonce(24) ‖ cipher text and tag;
 * associated data "pdv.record.1" 00 JSON [table, id], so a record moved to another row does not open.
 */
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { decryptWithNonce, encryptWithNonce } from './bound-aead.ts'
import { CryptoError } from './errors.ts'
import { databaseKey, KEY_BYTES, keyId, localKey, serverSecretKey, wipe } from './keys.ts'
import type { DatabaseKey, LocalKey, ServerSecretKey } from './keys.ts'
import { hashPassphrase, PASSPHRASE_COST, PASSPHRASE_SALT_BYTES } from './passphrase.ts'
import type { PassphraseCost } from './passphrase.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

/** A slot that a passphrase opens. Plain JSON; bytes in URL-safe Base64. */
export interface PassphraseKeySlot {
  readonly kind: 'passphrase'
  readonly version: 1
  readonly ops_limit: number
  readonly memory_kib: number
  readonly salt: string
  /** nonce(24) ‖ sealed local key and tag. */
  readonly sealed_key: string
}

/** A slot that is the key itself; protected by the file's mode alone. */
export interface FileKeySlot {
  readonly kind: 'file'
  readonly version: 1
  readonly key: string
  /** Key identifier: notices a damaged file before a database refuses to open. */
  readonly key_id: string
}

export type KeySlot = PassphraseKeySlot | FileKeySlot

/** Where a sealed record stands. */
export interface RecordPlace {
  readonly table: string
  readonly id: string
}

const SLOT_VERSION = 1
const RECORD_VERSION = 1
const KDF_CONTEXT = 'PDVLOCAL'
const RECORD_SUBKEY = 1
const DATABASE_SUBKEY = 2
const SERVER_SECRET_SUBKEY = 3

/**
 * Wraps the local key under a passphrase; takes about a second at the default cost.
 *
 * @throws {CryptoError} `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function createPassphraseSlot(
  key: LocalKey,
  passphrase: string,
  cost: PassphraseCost = PASSPHRASE_COST,
  random: RandomBytes = randomBytes,
): Promise<PassphraseKeySlot> {
  const salt = random(PASSPHRASE_SALT_BYTES)
  const header: SlotHeader = {
    kind: 'passphrase',
    version: SLOT_VERSION,
    ops_limit: cost.opsLimit,
    memory_kib: cost.memoryKib,
    salt: encodeBase64Url(salt),
  }
  const wrappingKey = await hashPassphrase(passphrase, salt, cost)
  const sealed = encryptWithNonce(wrappingKey, key, slotAssociatedData(header), random)
  wipe(wrappingKey)
  return { ...header, sealed_key: encodeBase64Url(sealed) }
}

/**
 * Opens a slot with its passphrase, at the cost the slot names.
 *
 * @throws {CryptoError} `cannot_open` for another passphrase or a changed slot (the two cannot be told apart);
 *   `key_slot_invalid`, `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function openPassphraseSlot(slot: PassphraseKeySlot, passphrase: string): Promise<LocalKey> {
  const cost = { opsLimit: slot.ops_limit, memoryKib: slot.memory_kib }
  const wrappingKey = await hashPassphrase(passphrase, decodeSlotBytes(slot.salt), cost)
  try {
    return localKey(decryptWithNonce(wrappingKey, decodeSlotBytes(slot.sealed_key), slotAssociatedData(slot)))
  } finally {
    wipe(wrappingKey)
  }
}

/** The key as a file holds it. The caller writes it with mode 0600. */
export function createFileSlot(key: LocalKey): FileKeySlot {
  return { kind: 'file', version: SLOT_VERSION, key: encodeBase64Url(key), key_id: keyId(key) }
}

/** @throws {CryptoError} `key_slot_invalid` when the key does not have the identifier stored beside it. */
export function openFileSlot(slot: FileKeySlot): LocalKey {
  const bytes = decodeSlotBytes(slot.key)
  if (bytes.length !== KEY_BYTES || keyId(bytes) !== slot.key_id) {
    throw new CryptoError('key_slot_invalid', 'the key file is damaged')
  }
  return localKey(bytes)
}

/**
 * Reads a key slot from parsed JSON.
 *
 * @throws {CryptoError} `unsupported_version` for a slot of a newer program; `key_slot_invalid` for missing fields.
 */
export function readKeySlot(json: unknown): KeySlot {
  const slot: Readonly<Record<string, unknown>> = typeof json === 'object' && json !== null ? { ...json } : {}
  if (typeof slot.version === 'number' && slot.version > SLOT_VERSION) {
    throw new CryptoError('unsupported_version', 'this key slot was written by a newer version of this program')
  }
  if (isPassphraseSlot(slot) || isFileSlot(slot)) return slot
  throw new CryptoError('key_slot_invalid', 'this is not a key slot')
}

/** Seals a small record for one row of one table. */
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

/**
 * Opens a record where it stands.
 *
 * @throws {CryptoError} `cannot_open` when it was changed, moved, or sealed under another local key;
 *   `unsupported_version`.
 */
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

/** The raw key of the workspace's ciphered database file. */
export function deriveDatabaseKey(key: LocalKey): DatabaseKey {
  return databaseKey(subkeyOf(key, DATABASE_SUBKEY))
}

/** The key of hashes that callers must not be able to predict, see `keyed-hash.ts`. */
export function deriveServerSecret(key: LocalKey): ServerSecretKey {
  return serverSecretKey(subkeyOf(key, SERVER_SECRET_SUBKEY))
}

type SlotHeader = Omit<PassphraseKeySlot, 'sealed_key'>

function slotAssociatedData(header: SlotHeader): string {
  return JSON.stringify([header.kind, header.version, header.ops_limit, header.memory_kib, header.salt])
}

function recordAssociatedData({ table, id }: RecordPlace): string {
  return `pdv.record.${RECORD_VERSION}\0${JSON.stringify([table, id])}`
}

function subkeyOf(key: LocalKey, id: number): Uint8Array {
  return sodium.crypto_kdf_derive_from_key(KEY_BYTES, id, KDF_CONTEXT, key)
}

function decodeSlotBytes(text: string): Uint8Array {
  try {
    return decodeBase64Url(text)
  } catch (cause) {
    throw new CryptoError('key_slot_invalid', 'the key slot is damaged', { cause })
  }
}

type UnreadSlot = Readonly<Record<string, unknown>>

function isPassphraseSlot(slot: UnreadSlot): slot is UnreadSlot & PassphraseKeySlot {
  return (
    slot.kind === 'passphrase' &&
    slot.version === SLOT_VERSION &&
    typeof slot.ops_limit === 'number' &&
    typeof slot.memory_kib === 'number' &&
    typeof slot.salt === 'string' &&
    typeof slot.sealed_key === 'string'
  )
}

function isFileSlot(slot: UnreadSlot): slot is UnreadSlot & FileKeySlot {
  return (
    slot.kind === 'file' &&
    slot.version === SLOT_VERSION &&
    typeof slot.key === 'string' &&
    typeof slot.key_id === 'string'
  )
}
