/*
 * The keys of a workspace in its record.
 *
 * A plain workspace has a slot of kind `file`: its local key in clear, in a file that only its owner may read.
 *
 * A protected workspace has a random root key, which each of its key slots opens:
 *   passphrase  XChaCha20-Poly1305 under Argon2id of the passphrase
 *   recovery    the same under BLAKE2b of a recovery code, keyed with the salt; the code is random, so it needs no slow hash
 * The associated data is the header of the slot. The root key opens the sealed keys: nonce(24) ‖ local key(32) ‖ key of the
 * database file(32) and tag; associated data "pdv.workspace-keys.1" 00 JSON [workspace id].
 *
 * In the first format, a slot of kind `passphrase` and version 1 contains the local key itself, from which the key of the
 * database file is derived. It is only read: a changed slot is written in the new format.
 */
import { readRecoveryCode } from '../../shared/contract/recovery-code.ts'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { decryptWithNonce, encryptWithNonce } from './bound-aead.ts'
import { CryptoError } from './crypto-error.ts'
import { databaseKey, inOwnMemory, KEY_BYTES, keyId, localKey, rootKey, wipe } from './keys.ts'
import type { DatabaseKey, LocalKey, RootKey } from './keys.ts'
import { deriveDatabaseKey } from './local-key.ts'
import { hashPassphrase, PASSPHRASE_COST, PASSPHRASE_SALT_BYTES } from './passphrase.ts'
import type { PassphraseCost } from './passphrase.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'
import { sodium } from './sodium.ts'

export interface WorkspaceKeys {
  readonly local: LocalKey
  /** The key of the database file; undefined if that is not encrypted. */
  readonly file: DatabaseKey | undefined
}

export function wipeKeys({ local, file }: WorkspaceKeys): void {
  wipe(local)
  if (file !== undefined) wipe(file)
}

/** A slot that a passphrase opens. Bytes are in URL-safe Base64. */
export interface PassphraseKeySlot {
  readonly kind: 'passphrase'
  /** 1 for the local key, 2 for the root key. */
  readonly version: 1 | 2
  readonly ops_limit: number
  readonly memory_kib: number
  readonly salt: string
  /** nonce(24) ‖ sealed key and tag. */
  readonly sealed_key: string
}

/** A slot that a recovery code opens. */
export interface RecoveryKeySlot {
  readonly kind: 'recovery'
  readonly version: 2
  readonly salt: string
  readonly sealed_key: string
}

/** A slot with the local key in clear. Only the mode of the file protects it. */
export interface FileKeySlot {
  readonly kind: 'file'
  readonly version: 1
  readonly key: string
  /** The key identifier, with which a damaged file is noticed. */
  readonly key_id: string
}

export type KeySlot = PassphraseKeySlot | RecoveryKeySlot | FileKeySlot

const NEWEST_SLOT_VERSION = 2
const SEALED_KEYS_CONTEXT = 'pdv.workspace-keys.1'
const RECOVERY_CONTEXT = 'pdv.recovery-code.1'

/** The caller must write the slot to a file with mode 0600. */
export function createFileSlot(key: LocalKey): FileKeySlot {
  return { kind: 'file', version: 1, key: encodeBase64Url(key), key_id: keyId(key) }
}

/** @throws {CryptoError} `key_slot_invalid` if the key does not have the stored identifier */
export function openFileSlot(slot: FileKeySlot): LocalKey {
  const bytes = inOwnMemory(decodeSlotBytes(slot.key))
  if (bytes.length !== KEY_BYTES || keyId(bytes) !== slot.key_id) {
    throw new CryptoError('key_slot_invalid', 'the key file is damaged')
  }
  return localKey(bytes)
}

/**
 * Wraps a root key under a passphrase, which takes about a second with the default cost.
 *
 * @throws {CryptoError} `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function createPassphraseSlot(
  root: RootKey,
  passphrase: string,
  cost: PassphraseCost = PASSPHRASE_COST,
  random: RandomBytes = randomBytes,
): Promise<PassphraseKeySlot> {
  const salt = random(PASSPHRASE_SALT_BYTES)
  const header: PassphraseSlotHeader = {
    kind: 'passphrase',
    version: 2,
    ops_limit: cost.opsLimit,
    memory_kib: cost.memoryKib,
    salt: encodeBase64Url(salt),
  }
  const wrappingKey = await hashPassphrase(passphrase, salt, cost)
  const sealed = encryptWithNonce(wrappingKey, root, passphraseSlotData(header), random)
  wipe(wrappingKey)
  return { ...header, sealed_key: encodeBase64Url(sealed) }
}

/** Wraps a root key under a recovery code. */
export function createRecoverySlot(root: RootKey, code: string, random: RandomBytes = randomBytes): RecoveryKeySlot {
  const header: RecoverySlotHeader = {
    kind: 'recovery',
    version: 2,
    salt: encodeBase64Url(random(PASSPHRASE_SALT_BYTES)),
  }
  const wrappingKey = hashRecoveryCode(code, header)
  const sealed = encryptWithNonce(wrappingKey, root, recoverySlotData(header), random)
  wipe(wrappingKey)
  return { ...header, sealed_key: encodeBase64Url(sealed) }
}

/** The content of a slot: the keys themselves in the first format, else the root key that opens them. */
export type OpenedSlot =
  | { readonly root: RootKey; readonly keys?: undefined }
  | { readonly root?: undefined; readonly keys: WorkspaceKeys }

/**
 * Opens a slot with its passphrase.
 *
 * @throws {CryptoError} `cannot_open` for another passphrase or a changed slot (the two cannot be told apart);
 *   `key_slot_invalid`, `passphrase_cost_invalid`, `passphrase_worker_failed`.
 */
export async function openPassphraseSlot(slot: PassphraseKeySlot, passphrase: string): Promise<OpenedSlot> {
  const cost = { opsLimit: slot.ops_limit, memoryKib: slot.memory_kib }
  const wrappingKey = await hashPassphrase(passphrase, decodeSlotBytes(slot.salt), cost)
  const key = unwrap(wrappingKey, slot.sealed_key, passphraseSlotData(slot))
  if (slot.version === 2) return { root: rootKey(key) }
  const local = localKey(key)
  return { keys: { local, file: deriveDatabaseKey(local) } }
}

/**
 * Opens a slot with a recovery code in any spelling.
 *
 * @throws {CryptoError} `cannot_open` for another or an invalid code, and for a changed slot; `key_slot_invalid`
 */
export function openRecoverySlot(slot: RecoveryKeySlot, typed: string): OpenedSlot {
  const code = readRecoveryCode(typed)
  if (code === undefined) throw new CryptoError('cannot_open', 'this is not a recovery code')
  return { root: rootKey(unwrap(hashRecoveryCode(code, slot), slot.sealed_key, recoverySlotData(slot))) }
}

/** Seals the keys of a protected workspace for its record. */
export function sealWorkspaceKeys(
  root: RootKey,
  workspaceId: string,
  { local, file }: { readonly local: LocalKey; readonly file: DatabaseKey },
  random: RandomBytes = randomBytes,
): string {
  const both = new Uint8Array(new ArrayBuffer(2 * KEY_BYTES))
  both.set(local)
  both.set(file, KEY_BYTES)
  const sealed = encryptWithNonce(root, both, sealedKeysData(workspaceId), random)
  wipe(both)
  return encodeBase64Url(sealed)
}

/** @throws {CryptoError} `cannot_open` if they were changed or belong to another workspace; `key_slot_invalid` */
export function openWorkspaceKeys(root: RootKey, workspaceId: string, sealed: string): WorkspaceKeys {
  const both = decryptWithNonce(root, decodeSlotBytes(sealed), sealedKeysData(workspaceId))
  try {
    return {
      local: localKey(inOwnMemory(both.slice(0, KEY_BYTES))),
      file: databaseKey(inOwnMemory(both.slice(KEY_BYTES))),
    }
  } finally {
    wipe(both)
  }
}

/**
 * Reads a key slot from parsed JSON.
 *
 * @throws {CryptoError} `unsupported_version` for a slot of a newer version of this program; `key_slot_invalid`
 */
export function readKeySlot(json: unknown): KeySlot {
  const slot: Readonly<Record<string, unknown>> = typeof json === 'object' && json !== null ? { ...json } : {}
  if (typeof slot.version === 'number' && slot.version > NEWEST_SLOT_VERSION) {
    throw new CryptoError('unsupported_version', 'this key slot was written by a newer version of this program')
  }
  if (isPassphraseSlot(slot) || isRecoverySlot(slot) || isFileSlot(slot)) return slot
  throw new CryptoError('key_slot_invalid', 'this is not a key slot')
}

type PassphraseSlotHeader = Omit<PassphraseKeySlot, 'sealed_key'>
type RecoverySlotHeader = Omit<RecoveryKeySlot, 'sealed_key'>

function passphraseSlotData(header: PassphraseSlotHeader): string {
  return JSON.stringify([header.kind, header.version, header.ops_limit, header.memory_kib, header.salt])
}

function recoverySlotData(header: RecoverySlotHeader): string {
  return JSON.stringify([header.kind, header.version, header.salt])
}

function sealedKeysData(workspaceId: string): string {
  return `${SEALED_KEYS_CONTEXT}\0${JSON.stringify([workspaceId])}`
}

function hashRecoveryCode(code: string, { salt }: RecoverySlotHeader): Uint8Array {
  return sodium.crypto_generichash(KEY_BYTES, `${RECOVERY_CONTEXT}\0${code}`, decodeSlotBytes(salt))
}

/** Also wipes the wrapping key. */
function unwrap(wrappingKey: Uint8Array, sealed: string, associated: string): Uint8Array {
  try {
    return decryptWithNonce(wrappingKey, decodeSlotBytes(sealed), associated)
  } finally {
    wipe(wrappingKey)
  }
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
    (slot.version === 1 || slot.version === 2) &&
    typeof slot.ops_limit === 'number' &&
    typeof slot.memory_kib === 'number' &&
    typeof slot.salt === 'string' &&
    typeof slot.sealed_key === 'string'
  )
}

function isRecoverySlot(slot: UnreadSlot): slot is UnreadSlot & RecoveryKeySlot {
  return (
    slot.kind === 'recovery' &&
    slot.version === 2 &&
    typeof slot.salt === 'string' &&
    typeof slot.sealed_key === 'string'
  )
}

function isFileSlot(slot: UnreadSlot): slot is UnreadSlot & FileKeySlot {
  return slot.kind === 'file' && slot.version === 1 && typeof slot.key === 'string' && typeof slot.key_id === 'string'
}
