import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { Exclusively } from '../../../shared/mutex.ts'
import { wipe } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { WorkspaceKeys } from '../../crypto/workspace-keys.ts'
import { wipeKeys } from '../../crypto/workspace-keys.ts'
import { refuseCommonPassphrase } from './common-passphrases.ts'
import type { StoredKeys, UnlockSecrets, RenewedKeys } from './record-keys.ts'
import { rewrapUnderPassphrase, wrapUnderRecoveryCode, keptWithoutRecoveryCode, renewedKeys } from './record-keys.ts'
import type { UnlockAttempts } from './unlock-attempts.ts'
import type { WorkspaceRecord, WorkspaceStore } from './workspace-store.ts'

/** A workspace by the record and the keys of one moment. */
export interface KeyedRecord {
  readonly record: WorkspaceRecord
  readonly keys: WorkspaceKeys
}

export interface KeyChangesOptions {
  readonly store: WorkspaceStore
  /**
   * Encrypts the closed file of a workspace again, into the file of the record after the change, under its key.
   *
   * @throws {StorageError} with the file and why it was not written; the old one is unchanged
   */
  readonly rewriteVault: (before: KeyedRecord, after: KeyedRecord) => Promise<void>
  /** The limit on attempts, shared with opening, so that guessing here gains nothing. */
  readonly attempts: UnlockAttempts
  /** @throws {ServiceError} `not_found`, `workspace_not_usable` */
  readonly recordOf: (id: string) => WorkspaceRecord
  /** Runs work while no other change of a workspace is in progress. */
  readonly exclusively: Exclusively
  /** @throws {ServiceError} `workspace_locked` when the keys were changed since the record was read */
  readonly refuseChangedKeys: (stored: WorkspaceRecord) => void
  readonly saveChanged: (record: WorkspaceRecord) => void
  /** Closes a workspace if it is open, and opens it again with the keys that the work answers. */
  readonly whileClosed: (id: string, work: () => Promise<WorkspaceKeys>) => Promise<void>
  readonly cost: PassphraseCost | undefined
}

/** Changes passphrase and recovery code of a protected workspace, open or not. Each change takes a secret that opens it. */
export function createKeyChanges(options: KeyChangesOptions) {
  const { store, attempts, recordOf, exclusively, refuseChangedKeys, saveChanged, cost } = options
  return { changePassphrase, makeRecoveryCode, removeRecoveryCode }

  /** Renewing the keys locks the workspace meanwhile, and invalidates the recovery code. */
  async function changePassphrase(
    id: string,
    change: { readonly secrets: UnlockSecrets; readonly passphrase: string; readonly renewKey: boolean },
  ): Promise<void> {
    const stored = protectedRecordOf(id)
    // The check is part of the attempt, so that no later attempt overtakes it while the list is loaded.
    const refuseCommon = () => refuseCommonPassphrase(change.passphrase, 'new_passphrase')
    if (!change.renewKey) {
      return keepNew(stored, () => refuseCommon().then(() => rewrapUnderPassphrase(stored, { ...change, cost })))
    }
    const renewed = await attempts(() => refuseCommon().then(() => renewedKeys(stored, { ...change, cost })))
    await exclusively(async () => {
      try {
        refuseChangedKeys(stored)
      } catch (error) {
        wipeKeys(renewed.before)
        wipeKeys(renewed.after)
        throw error
      }
      await renew(recordOf(id), renewed)
    })
  }

  async function makeRecoveryCode(id: string, passphrase: string): Promise<string> {
    const stored = protectedRecordOf(id)
    let made = ''
    await keepNew(stored, async () => {
      const { kept, code } = await wrapUnderRecoveryCode(stored, passphrase, cost)
      made = code
      return kept
    })
    return made
  }

  async function removeRecoveryCode(id: string, passphrase: string): Promise<void> {
    const stored = protectedRecordOf(id)
    await keepNew(stored, () => keptWithoutRecoveryCode(stored, passphrase))
  }

  async function keepNew(stored: WorkspaceRecord, make: () => Promise<StoredKeys>): Promise<void> {
    const kept = await attempts(make)
    await exclusively(async () => {
      refuseChangedKeys(stored)
      saveChanged({ ...recordOf(stored.id), ...kept })
      await Promise.resolve()
    })
  }

  /** The record is the switch: until it is written the former keys and file are good, from then on the new ones. */
  async function renew(record: WorkspaceRecord, { kept, before, after }: RenewedKeys): Promise<void> {
    const next = { ...record, ...kept, database: nextDatabase(record) }
    const failures: unknown[] = []
    await options.whileClosed(record.id, async () => {
      try {
        await store.removeOtherDatabases(record)
        await options.rewriteVault({ record, keys: before }, { record: next, keys: after })
        saveChanged(next)
        await store.removeOtherDatabases(next)
      } catch (error) {
        failures.push(error)
      }
      // Reads the record again: it may have been replaced although the disk reported a failure.
      const isReplaced = recordOf(record.id).database === next.database
      const [good, ended] = isReplaced ? [after, before] : [before, after]
      if (ended.file !== undefined) wipe(ended.file) // the local key is that of both
      return good
    })
    for (const failure of failures) throw failure
  }

  function protectedRecordOf(id: string): WorkspaceRecord {
    const record = recordOf(id)
    if (record.protected) return record
    throw new ServiceError(
      'workspace_not_protected',
      phrase`The workspace ${record.name} has no passphrase, and so no keys to change.`,
    )
  }
}

/** Each time the data are written under another key, they go into a file of another name. */
function nextDatabase({ database }: WorkspaceRecord): string {
  const number = Number(/\d+/.exec(database ?? '')?.[0] ?? 1)
  return `vault-${number + 1}.db`
}
