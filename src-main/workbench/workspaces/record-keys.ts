import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { RANDOM_CHARACTERS, spellRecoveryCode } from '../../../shared/contract/recovery-code.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { RootKey } from '../../crypto/keys.ts'
import { newDatabaseKey, newLocalKey, newRootKey, wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import { randomBytes } from '../../crypto/random.ts'
import type { KeySlot, OpenedSlot, WorkspaceKeys } from '../../crypto/workspace-keys.ts'
import {
  createFileSlot,
  createPassphraseSlot,
  createRecoverySlot,
  openFileSlot,
  openPassphraseSlot,
  openRecoverySlot,
  openWorkspaceKeys,
  readKeySlot,
  sealWorkspaceKeys,
  wipeKeys,
} from '../../crypto/workspace-keys.ts'
import type { WorkspaceRecord } from './workspace-store.ts'

/** The secret that opens a workspace, as typed: its passphrase or its recovery code. */
export interface UnlockSecrets {
  readonly passphrase?: string | null | undefined
  readonly recovery_code?: string | undefined
}

/** The part of a record with its keys. */
export type StoredKeys = Pick<WorkspaceRecord, 'key_slots' | 'sealed_keys'>

/** Keys for a new workspace, and how its record keeps them; without a passphrase it is a plain one. */
export async function newKeys(
  id: string,
  passphrase: string | null,
  cost: PassphraseCost | undefined,
): Promise<{ readonly keys: WorkspaceKeys; readonly kept: StoredKeys }> {
  const local = newLocalKey()
  if (passphrase === null) return { keys: { local, file: undefined }, kept: { key_slots: [createFileSlot(local)] } }
  const keys = { local, file: newDatabaseKey() }
  return { keys, kept: await keep(id, { root: newRootKey(), keys, passphrase, cost }) }
}

/** @throws {ServiceError} `workspace_passphrase_wrong`, `workspace_not_usable` */
export async function openKeys(record: WorkspaceRecord, secrets: UnlockSecrets): Promise<WorkspaceKeys> {
  const { root, keys } = await unlock(record, secrets)
  if (root !== undefined) wipe(root)
  return keys
}

/**
 * The keys of a workspace, and how the record of its copy keeps them: the same secrets open both.
 *
 * @throws {ServiceError} as {@link openKeys}
 */
export async function keysForCopy(
  record: WorkspaceRecord,
  copy: { readonly secrets: UnlockSecrets; readonly copyId: string; readonly cost: PassphraseCost | undefined },
): Promise<{ readonly keys: WorkspaceKeys; readonly kept: StoredKeys }> {
  const { secrets, copyId, cost } = copy
  const { key_slots } = record
  const { root, keys } = await unlock(record, secrets)
  if (keys.file === undefined) return { keys, kept: { key_slots } }
  if (root !== undefined) {
    const sealed_keys = sealWorkspaceKeys(root, copyId, { local: keys.local, file: keys.file })
    wipe(root)
    return { keys, kept: { key_slots, sealed_keys } }
  }
  // The first format had no root key, and no recovery code either.
  return { keys, kept: await keep(copyId, { root: newRootKey(), keys, passphrase: secrets.passphrase ?? '', cost }) }
}

/** The input of a change of keys. */
interface PassphraseChange {
  readonly secrets: UnlockSecrets
  readonly passphrase: string
  readonly cost: PassphraseCost | undefined
}

/**
 * Wraps the same keys under another passphrase; a recovery code stays valid.
 *
 * @throws {ServiceError} as {@link openKeys}
 */
export async function rewrapUnderPassphrase(record: WorkspaceRecord, change: PassphraseChange): Promise<StoredKeys> {
  const { root = newRootKey(), keys } = await unlock(record, change.secrets)
  try {
    const kept = await keep(record.id, { root, keys, ...change })
    return { ...kept, key_slots: [...kept.key_slots, ...record.key_slots.filter(isRecoverySlot)] }
  } finally {
    wipeKeys(keys)
  }
}

/** New keys for the same data, of which nothing that opened the former ones opens any. */
export interface RenewedKeys {
  readonly kept: StoredKeys
  readonly before: WorkspaceKeys
  readonly after: WorkspaceKeys
}

/** @throws {ServiceError} as {@link openKeys} */
export async function renewedKeys(record: WorkspaceRecord, change: PassphraseChange): Promise<RenewedKeys> {
  const { root, keys: before } = await unlock(record, change.secrets)
  if (root !== undefined) wipe(root)
  // The local key stays, since it seals records inside the file, which need the file's new key.
  const after = { local: before.local, file: newDatabaseKey() }
  return { kept: await keep(record.id, { root: newRootKey(), keys: after, ...change }), before, after }
}

/**
 * Adds a new recovery code for the same keys, which replaces an old one.
 *
 * @throws {ServiceError} as {@link openKeys}
 */
export async function wrapUnderRecoveryCode(
  record: WorkspaceRecord,
  passphrase: string,
  cost: PassphraseCost | undefined,
): Promise<{ readonly kept: StoredKeys; readonly code: string }> {
  const { root, keys } = await unlock(record, { passphrase })
  const code = newRecoveryCode()
  try {
    if (root !== undefined) return { kept: withRecoverySlot(record, root, code), code }
    const own = newRootKey() // the first format had none
    const kept = await keep(record.id, { root: own, keys, passphrase, cost, recoveryCode: code })
    return { kept, code }
  } finally {
    if (root !== undefined) wipe(root)
    wipeKeys(keys)
  }
}

/** @throws {ServiceError} as {@link openKeys}; `not_found` when there is no recovery code */
export async function keptWithoutRecoveryCode(record: WorkspaceRecord, passphrase: string): Promise<StoredKeys> {
  wipeKeys(await openKeys(record, { passphrase }))
  if (!hasRecoveryCode(record))
    throw new ServiceError('not_found', phrase`The workspace ${record.name} has no recovery code.`)
  return { key_slots: record.key_slots.filter((slot) => !isRecoverySlot(slot)), sealed_keys: record.sealed_keys }
}

export function hasRecoveryCode({ key_slots }: Pick<WorkspaceRecord, 'key_slots'>): boolean {
  return key_slots.some(isRecoverySlot)
}

function isRecoverySlot(slot: unknown): boolean {
  return typeof slot === 'object' && slot !== null && 'kind' in slot && slot.kind === 'recovery'
}

interface Unlocked {
  /** Undefined for an unprotected workspace, or one of the first format. */
  readonly root: RootKey | undefined
  readonly keys: WorkspaceKeys
}

async function unlock(record: WorkspaceRecord, secrets: UnlockSecrets): Promise<Unlocked> {
  try {
    const slot = readKeySlot(record.key_slots.find((one) => !isRecoverySlot(one)))
    if (slot.kind === 'file') return { root: undefined, keys: { local: openFileSlot(slot), file: undefined } }
    return openSealed(record, await openSlot(record, slot, secrets))
  } catch (error) {
    // A crashed thread does not mean that the secret is wrong.
    if (!(error instanceof CryptoError) || error.code === 'passphrase_worker_failed') throw error
    throw notUsable(record, error)
  }
}

/** The error does not reveal which secret was wrong, or whether there is a recovery code. */
async function openSlot(record: WorkspaceRecord, slot: KeySlot, secrets: UnlockSecrets): Promise<OpenedSlot> {
  const { passphrase, recovery_code } = secrets
  try {
    if (recovery_code !== undefined) {
      const recovery = record.key_slots.find(isRecoverySlot)
      const readable = recovery === undefined ? undefined : readKeySlot(recovery)
      if (readable?.kind === 'recovery') return openRecoverySlot(readable, recovery_code)
    } else if (slot.kind === 'passphrase' && typeof passphrase === 'string' && passphrase !== '') {
      return await openPassphraseSlot(slot, passphrase)
    }
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'cannot_open') throw error
  }
  const empty = recovery_code === undefined && !passphrase
  const message = empty ? `${record.name} is protected: enter its passphrase` : `this does not open ${record.name}`
  throw new ServiceError('workspace_passphrase_wrong', message)
}

/** @throws {CryptoError} `cannot_open`, `key_slot_invalid`: the word was right, so the record is damaged */
function openSealed({ id, sealed_keys }: WorkspaceRecord, { root, keys }: OpenedSlot): Unlocked {
  if (root === undefined) return { root, keys }
  try {
    return { root, keys: openWorkspaceKeys(root, id, sealed_keys ?? '') }
  } catch (error) {
    wipe(root)
    throw error
  }
}

interface Keeping {
  /** Wiped when the keys are sealed. */
  readonly root: RootKey
  readonly keys: WorkspaceKeys
  readonly passphrase: string
  readonly recoveryCode?: string
  readonly cost: PassphraseCost | undefined
}

async function keep(id: string, { root, keys, passphrase, recoveryCode, cost }: Keeping): Promise<StoredKeys> {
  if (keys.file === undefined) throw new Error('a plain workspace has no keys to seal')
  try {
    const slots = [await createPassphraseSlot(root, passphrase, cost)]
    const recovery = recoveryCode === undefined ? [] : [createRecoverySlot(root, recoveryCode)]
    return {
      key_slots: [...slots, ...recovery],
      sealed_keys: sealWorkspaceKeys(root, id, { local: keys.local, file: keys.file }),
    }
  } finally {
    wipe(root)
  }
}

function withRecoverySlot({ key_slots, sealed_keys }: WorkspaceRecord, root: RootKey, code: string): StoredKeys {
  const others = key_slots.filter((slot) => !isRecoverySlot(slot))
  return { key_slots: [...others, createRecoverySlot(root, code)], sealed_keys }
}

function newRecoveryCode(): string {
  const random = randomBytes(RANDOM_CHARACTERS)
  const code = spellRecoveryCode(random)
  wipe(random)
  return code
}

function notUsable(record: WorkspaceRecord, error: CryptoError): ServiceError {
  return new ServiceError(
    'workspace_not_usable',
    phrase`The file workspace.json of ${record.name} cannot be used: ${error.message}; nothing was changed.`,
    { cause: error },
  )
}
