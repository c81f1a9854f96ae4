import { ServiceError } from '../../../shared/contract/errors.ts'
import type { WorkspaceInventory } from '../../../shared/contract/workbench.ts'
import { WORKSPACE_KEPT_DAYS } from '../../../shared/contract/workbench.ts'
import type { Exclusively } from '../../../shared/mutex.ts'
import { wipeKeys } from '../../crypto/workspace-keys.ts'
import { createErasureClock } from '../../service/erasure-clock.ts'
import { isoTime } from '../../service/ports.ts'
import type { BackupsOptions } from '../backups/backups.ts'
import type { UnlockSecrets } from './record-keys.ts'
import { keysForCopy } from './record-keys.ts'
import { shownWorkspace } from './shown-workspace.ts'
import type { WorkspaceRecord, WorkspaceStore } from './workspace-store.ts'
import type { KeyChangesOptions } from './workspace-key-changes.ts'

export interface KeepingOptions
  extends
    Pick<KeyChangesOptions, 'recordOf' | 'refuseChangedKeys' | 'saveChanged' | 'whileClosed'>,
    Pick<BackupsOptions, 'attempts' | 'freeName' | 'announceStatus' | 'clock' | 'newId' | 'cost' | 'log'> {
  readonly store: WorkspaceStore
  readonly exclusively: Exclusively
  /** Leaves the workspace if it is the one in use. */
  readonly leave: (id: string) => Promise<void>
  /** @throws {ServiceError} `name_taken` */
  readonly refuseTakenName: (name: string, except?: string) => void
  /** Erases the backups of a workspace that is erased for good. */
  readonly eraseBackups: (id: string) => Promise<void>
  readonly elapsedMs: () => number
}

const KEPT_MS = WORKSPACE_KEPT_DAYS * 24 * 60 * 60 * 1000

/** Renames, copies, deletes and restores whole workspaces. */
export function createKeeping(options: KeepingOptions) {
  const { store, exclusively, recordOf, clock, elapsedMs } = options
  const erasure = createErasureClock(store.clockReadings, { nowMs: () => clock.nowMs(), elapsedMs })
  eraseEnded()
  return {
    inventory,
    rename: (id: string, name: string) => exclusively(() => rename(id, name)),
    duplicate,
    remove: (id: string) => exclusively(() => putAway(id)),
    restore: (id: string) => exclusively(() => restore(id)),
    erase: (id: string) => exclusively(() => erase(id)),
    putAway,
  }

  async function inventory(): Promise<WorkspaceInventory> {
    const sizes = store.list().map(async ({ id }) => [id, await store.byteSize(id)] as const)
    const deleted = store.deleted().map(async (entry) => ({
      ...shownWorkspace(entry),
      byte_size: await store.byteSize(entry.id),
      deleted_at: isoTime(entry.deletedAtMs),
      kept_until: isoTime(entry.deletedAtMs + KEPT_MS),
    }))
    return { byte_sizes: Object.fromEntries(await Promise.all(sizes)), deleted: await Promise.all(deleted) }
  }

  async function rename(id: string, name: string): Promise<void> {
    const record = recordOf(id)
    options.refuseTakenName(name, id)
    options.saveChanged({ ...record, name })
    await Promise.resolve()
  }

  /** The copy has the keys of the original, so both open with the same secrets. */
  async function duplicate(id: string, name: string, secrets: UnlockSecrets): Promise<void> {
    const stored = recordOf(id)
    options.refuseTakenName(name)
    const copyId = options.newId()
    const open = () => keysForCopy(stored, { secrets, copyId, cost: options.cost })
    const { keys, kept } = await (stored.protected ? options.attempts(open) : open())
    await exclusively(async () => {
      try {
        options.refuseChangedKeys(stored)
        options.refuseTakenName(name)
      } catch (error) {
        wipeKeys(keys)
        throw error
      }
      const failures: unknown[] = []
      await options.whileClosed(id, async () => {
        try {
          await copy(recordOf(id), { id: copyId, name, ...kept })
        } catch (error) {
          failures.push(error)
        }
        return keys
      })
      for (const failure of failures) throw failure
      options.announceStatus()
    })
  }

  async function copy(record: WorkspaceRecord, own: Pick<WorkspaceRecord, 'id' | 'name' | 'key_slots'>): Promise<void> {
    try {
      await store.copy(record, own.id)
      store.save({ ...record, ...own, created_at: isoTime(clock.nowMs()), last_opened_at: null })
    } catch (error) {
      await store.discard(own.id)
      throw error
    }
  }

  async function putAway(id: string): Promise<void> {
    if (!store.list().some((listed) => listed.id === id)) {
      throw new ServiceError('not_found', 'There is no such workspace.')
    }
    try {
      await options.leave(id)
      store.putAway(id, clock.nowMs())
    } finally {
      options.announceStatus()
    }
    eraseEnded()
  }

  async function restore(id: string): Promise<void> {
    const entry = deletedEntry(id)
    const renamed = 'record' in entry ? { ...entry.record, name: options.freeName(entry.record.name) } : undefined
    store.takeBack(id)
    if (renamed !== undefined) store.save(renamed)
    options.announceStatus()
    await Promise.resolve()
  }

  async function erase(id: string): Promise<void> {
    await eraseFiles(deletedEntry(id).id)
  }

  /** Both leave their lists with the call; the backups first, as only a workspace in the trash is erased by itself. */
  async function eraseFiles(id: string): Promise<void> {
    await Promise.all([options.eraseBackups(id), store.erase(id)])
  }

  function deletedEntry(id: string) {
    const entry = store.deleted().find((one) => one.id === id)
    if (entry === undefined) throw new ServiceError('not_found', 'There is no such deleted workspace.')
    return entry
  }

  /** Workspaces that cannot be erased now, because nothing can be written, go another time. */
  function eraseEnded(): void {
    const dueByMs = erasure.until(clock.nowMs())
    const ended = store.deleted().filter(({ deletedAtMs }) => deletedAtMs + KEPT_MS <= dueByMs)
    for (const { id } of ended) {
      void eraseFiles(id).catch(noteFailure)
    }
  }

  function noteFailure(fault: unknown): void {
    options.log.error('a workspace deleted long ago could not be erased', fault)
  }
}
