import { phrase, sentenceOf, ServiceError } from '../../../shared/contract/errors.ts'
import type { Workspace, WorkbenchStatus } from '../../../shared/contract/workbench.ts'
import { createMutex } from '../../../shared/mutex.ts'
import { foldCase } from '../../../shared/folded-text.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { WorkspaceKeys } from '../../crypto/workspace-keys.ts'
import { wipeKeys } from '../../crypto/workspace-keys.ts'
import type { Clock, IdSource, Log } from '../../service/ports.ts'
import { isClockUnset, isoTime, movableClock } from '../../service/ports.ts'
import type { Inspection } from '../../sqlite/file-seal.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { Journal } from '../journal/journal.ts'
import type { MakeSample } from '../sample/sample-workspace.ts'
import { SAMPLE_WORKSPACE_NAME } from '../sample/sample-workspace.ts'
import { createIdleLock } from './idle-lock.ts'
import type { KeyChangesOptions } from './workspace-key-changes.ts'
import { createKeyChanges } from './workspace-key-changes.ts'
import type { OpenWorkspace, RunningVault } from './open-workspace.ts'
import { openWorkspace } from './open-workspace.ts'
import type { UnlockSecrets } from './record-keys.ts'
import { newKeys, openKeys } from './record-keys.ts'
import { shownWorkspace } from './shown-workspace.ts'
import { createUnlockAttempts } from './unlock-attempts.ts'
import type { BackedUp, BackupsOptions } from '../backups/backups.ts'
import type { Updating } from '../../sqlite/file-check.ts'
import { createBackups } from '../backups/backups.ts'
import { createKeeping } from './workspace-keeping.ts'
import type { WorkspaceRecord, WorkspaceStore } from './workspace-store.ts'

export interface WorkspacesOptions {
  readonly store: WorkspaceStore
  /** @throws {StorageError} with the file and its problem */
  readonly openVault: (
    record: WorkspaceRecord,
    keys: WorkspaceKeys,
    from: { readonly inspection: Inspection | 'new'; readonly clock: Clock },
  ) => RunningVault
  readonly rewriteVault: KeyChangesOptions['rewriteVault']
  readonly backups: Pick<BackupsOptions, 'files' | 'run'>
  /** A closed workspace whose database an earlier version wrote; undefined: there is nothing to bring up to date. */
  readonly outdated: (record: WorkspaceRecord, keys: WorkspaceKeys) => BackedUp | undefined
  /** Brings that database up to date; what cannot be done is left to the opening. */
  readonly update: (
    record: WorkspaceRecord,
    keys: WorkspaceKeys,
    parts: { readonly inspection: Inspection } & Updating,
  ) => Promise<void>
  /** Called with the percentage where no window shows it. */
  readonly onUpdating: ((percent: number) => void) | undefined
  /** Inspects the file of a workspace before it is opened. */
  readonly inspect: (record: WorkspaceRecord) => Promise<Inspection>
  /** Why changes may be lost; undefined if the disk can be written. */
  readonly storage: () => WorkbenchStatus['storage']
  readonly clock: Clock
  readonly newId: IdSource
  readonly journal: Journal
  readonly feed: EventFeed
  readonly makeSample: MakeSample
  readonly application: WorkbenchStatus['application']
  readonly server: () => WorkbenchStatus['server']
  /** The cost of hashing, which only tests set. */
  readonly cost: PassphraseCost | undefined
  /** Real time in milliseconds. */
  readonly elapsedMs: () => number
  readonly log: Log
}

export type Workspaces = ReturnType<typeof createWorkspaces>

/** How often the window is notified of writes at most. */
const SAVED_NOTICE_MS = 1_000

/** The window has painted and read its first page by then. */
const CHECK_AFTER_MS = 2_000

/** A program may run for weeks. */
const ASK_WHETHER_DUE_MS = 60 * 60 * 1000

/** The workspaces of the data directory, and which one is in use. One change of that at a time. */
export function createWorkspaces(options: WorkspacesOptions) {
  const { store, clock, newId, feed, journal, cost } = options
  let current: { readonly record: WorkspaceRecord; readonly opened: OpenWorkspace | undefined } | undefined
  let savedAt: string | null = null
  let damage: string | undefined
  let updating: { readonly percent: number; readonly ending: AbortController } | undefined
  let damagedWorkspace: OpenWorkspace | undefined
  let savedNotice: NodeJS.Timeout | undefined
  let nextCheck: NodeJS.Timeout | undefined
  /** The number of locks so far: an opening that started before the last one stays closed. */
  let lockCount = 0
  let isOver = false
  /** Ends the making of the sample workspace. */
  let making: AbortController | undefined
  const exclusively = createMutex()
  const attempts = createUnlockAttempts()
  const idle = createIdleLock({
    clock,
    settings: () => current?.opened?.locks.get(),
    lock: () =>
      void lockNow().catch((fault: unknown) => {
        options.log.error('a workspace that locked by itself was not closed in order', fault)
      }),
    onWarning: announceStatus,
  })

  void Promise.all([store.clean(), options.backups.files?.clean()]).catch((fault: unknown) => {
    options.log.error('what an earlier end left half made could not be removed', fault)
  })
  const backups = createBackups({
    ...{ ...options.backups, store, attempts, freeName, announceStatus, clock, newId, cost, log: options.log },
    opened() {
      const [record, backup] = [current?.record, current?.opened?.file.backup]
      return record && backup && { record, ...backup }
    },
  })
  const changes = { ...options, attempts, recordOf, exclusively, refuseChangedKeys, saveChanged, whileClosed }
  const keyChanges = createKeyChanges(changes)
  const { putAway, ...keeping } = createKeeping({
    ...{ ...changes, leave, refuseTakenName, freeName, announceStatus },
    eraseBackups: async (id) => options.backups.files?.removeAllOf(id),
  })

  return {
    status,
    list,
    create: (name: string, passphrase: string | null) => exclusively(() => create(name, passphrase)),
    createSample: () => exclusively(createSample),
    renewSample: () => exclusively(renewSample),
    cancelSample: () => making?.abort(),
    open,
    ...keyChanges,
    ...keeping,
    check,
    noteDamage,
    backups,
    lock: lockNow,
    noteActivity: idle.noteActivity,
    noteComputer: idle.noteComputer,
    close() {
      isOver = true
      updating?.ending.abort()
      backups.stop()
      return exclusively(close)
    },
    opened,
    announceStatus,
    service: () => current?.opened?.service,
    verifier: () => current?.opened?.verifier,
  }

  function status(): WorkbenchStatus {
    const storage = options.storage()
    const locksAt = idle.locksAt()
    return {
      application: options.application,
      server: options.server(),
      data_directory: store.location,
      current: current === undefined ? null : shownWorkspace({ id: current.record.id, record: current.record }),
      state: current === undefined ? 'none' : current.opened === undefined ? 'locked' : 'open',
      workspaces: list(),
      saved_at: savedAt,
      ...(locksAt !== undefined && { locks_at: locksAt }),
      ...(damage !== undefined && { damage }),
      ...(updating !== undefined && { updating: updating.percent }),
      ...(storage !== undefined && { storage }),
      ...(backups.problem() !== undefined && { backup_problem: backups.problem() }),
      ...(isClockUnset(clock) && { clock_unset: true as const }),
    }
  }

  function list(): Workspace[] {
    return store.list().map(shownWorkspace)
  }

  /** @throws {ServiceError} `workspace_locked` when none is open */
  function opened(): OpenWorkspace {
    if (current?.opened !== undefined) return current.opened
    throw new ServiceError(
      'workspace_locked',
      current === undefined
        ? 'Open a workspace first.'
        : phrase`The workspace ${current.record.name} is locked; unlock it first.`,
    )
  }

  async function create(name: string, passphrase: string | null): Promise<void> {
    refuseTakenName(name)
    await make({ name, demo: false }, passphrase, { clock, fill: () => Promise.resolve() })
  }

  async function createSample(): Promise<void> {
    const existing = sampleRecord()
    if (existing !== undefined) return openOther(existing.id, await openKeys(existing, {}))
    await makeSample(freeName(SAMPLE_WORKSPACE_NAME))
  }

  /** The one before goes when its successor is there: what fails or is cancelled leaves everything as it was. */
  async function renewSample(): Promise<void> {
    const before = sampleRecord()
    await makeSample(before?.name ?? freeName(SAMPLE_WORKSPACE_NAME))
    if (before !== undefined) await putAway(before.id)
  }

  async function makeSample(name: string): Promise<void> {
    making = new AbortController()
    const { signal } = making
    const moved = movableClock(clock)
    try {
      const fill = (workspace: OpenWorkspace) => options.makeSample(workspace, { feed, signal, clock: moved })
      await make({ name, demo: true }, null, { clock: moved, fill })
    } finally {
      making = undefined
    }
  }

  /** The one in use, where there are several. */
  function sampleRecord(): WorkspaceRecord | undefined {
    if (current?.record.demo === true) return current.record
    return store.list().flatMap((listed) => ('record' in listed && listed.record.demo ? [listed.record] : []))[0]
  }

  /** The record is written last: a workspace whose making was interrupted never existed. */
  async function make(
    { name, demo }: Pick<WorkspaceRecord, 'name' | 'demo'>,
    passphrase: string | null,
    how: { readonly clock: Clock; readonly fill: (workspace: OpenWorkspace) => Promise<void> },
  ): Promise<void> {
    const id = newId()
    const { keys, kept } = await newKeys(id, passphrase, cost)
    const now = isoTime(clock.nowMs())
    const record: WorkspaceRecord = {
      id,
      name,
      protected: passphrase !== null,
      demo,
      created_at: now,
      last_opened_at: now,
      ...kept,
    }
    let workspace: OpenWorkspace | undefined
    try {
      workspace = begin(record, keys, { inspection: 'new', clock: how.clock })
      await how.fill(workspace)
      workspace.makeDurable()
      store.save(record)
    } catch (error) {
      await workspace?.close()
      wipeKeys(keys)
      await store.discard(record.id)
      journal.enter(current?.record.id) // its calls before the failure belong to no workspace
      throw error
    }
    await use(workspace)
  }

  /** A passphrase is hashed before this change begins, so wrong ones delay nothing else. */
  async function open(id: string, secrets: UnlockSecrets): Promise<void> {
    if (current?.opened?.record.id === id) return
    const locksBefore = lockCount
    const stored = recordOf(id)
    const unlock = () => openKeys(stored, secrets)
    const keys = await (stored.protected ? attempts(unlock) : unlock())
    await exclusively(async () => {
      try {
        refuseChangedKeys(stored)
        if (lockCount !== locksBefore) throw lockedMeanwhile()
      } catch (error) {
        wipeKeys(keys)
        throw error
      }
      return openOther(id, keys)
    })
  }

  /** Refuses to continue with keys that were replaced meanwhile, or when the program ends. */
  function refuseChangedKeys(stored: WorkspaceRecord): void {
    if (isOver) throw lockedMeanwhile()
    const { key_slots } = recordOf(stored.id)
    if (JSON.stringify(key_slots) === JSON.stringify(stored.key_slots)) return
    throw new ServiceError('workspace_locked', 'The keys of the workspace were changed meanwhile.')
  }

  function saveChanged(record: WorkspaceRecord): void {
    store.save(record)
    if (current?.record.id === record.id) current = { ...current, record }
    announceStatus()
  }

  /** Locks an open workspace during the work. It stays locked if the person locks meanwhile. */
  async function whileClosed(id: string, work: () => Promise<WorkspaceKeys>): Promise<void> {
    const locksBefore = lockCount
    const wasOpen = current?.opened?.record.id === id
    if (wasOpen) await lock()
    const keys = await work()
    if (wasOpen && !isOver && lockCount === locksBefore) await openOther(id, keys)
    else wipeKeys(keys)
  }

  /** Wipes the key when the workspace is not opened with it. */
  async function openOther(id: string, keys: WorkspaceKeys): Promise<void> {
    if (current?.opened?.record.id === id) {
      wipeKeys(keys)
      return
    }
    const record = { ...recordOf(id), last_opened_at: isoTime(clock.nowMs()) }
    let workspace: OpenWorkspace
    try {
      const outdated = options.outdated(record, keys)
      if (outdated !== undefined) await backups.before('before_update', outdated)
      const inspection = await options.inspect(record)
      if (outdated !== undefined) await bringUpToDate(record, keys, inspection)
      workspace = begin(record, keys, { inspection, clock })
    } catch (error) {
      wipeKeys(keys)
      throw error
    }
    store.noteOpened(record)
    await use(workspace)
  }

  /** If the program ends, the next opening continues it. */
  async function bringUpToDate(record: WorkspaceRecord, keys: WorkspaceKeys, inspection: Inspection): Promise<void> {
    updating = { percent: 0, ending: new AbortController() }
    const { signal } = updating.ending
    try {
      await options.update(record, keys, {
        inspection,
        signal,
        onProgress: (done) => noteUpdated(Math.floor(done * 100)),
      })
    } finally {
      updating = undefined
      announceStatus()
    }
    if (signal.aborted) throw lockedMeanwhile()
  }

  function noteUpdated(percent: number): void {
    if (updating === undefined || updating.percent === percent) return
    updating = { ...updating, percent }
    options.onUpdating?.(percent)
    announceStatus()
  }

  function begin(
    record: WorkspaceRecord,
    keys: WorkspaceKeys,
    from: { readonly inspection: Inspection | 'new'; readonly clock: Clock },
  ): OpenWorkspace {
    const workspace: { opened?: OpenWorkspace } = {}
    workspace.opened = openWorkspace({
      record,
      vault: options.openVault(record, keys, from),
      keys,
      clock: from.clock,
      newId,
      journal: journal.ofWorkspace(record.id),
      // Events of a workspace that is not current are not for the window.
      feed: {
        ...feed,
        announce(event) {
          if (workspace.opened !== undefined && workspace.opened === current?.opened) feed.announce(event)
        },
      },
      cost,
      onWrite: noteSaved,
      log: options.log,
    })
    return workspace.opened
  }

  /** The one in use before is closed only now, when its successor is known to work. */
  async function use(workspace: OpenWorkspace): Promise<void> {
    const before = current?.opened
    current = { record: workspace.record, opened: workspace }
    idle.begin()
    journal.enter(workspace.record.id)
    if (before !== undefined) await before.close()
    savedAt = workspace.record.last_opened_at
    showDamage(workspace.file.notices)
    checkWhenDue(workspace, CHECK_AFTER_MS)
    backups.followUse()
  }

  function showDamage(found: readonly string[]): void {
    damage = found.length === 0 ? undefined : found.join('; ')
    announceStatus()
  }

  function checkWhenDue(workspace: OpenWorkspace, afterMs: number): void {
    clearTimeout(nextCheck)
    nextCheck = setTimeout(() => {
      if (current?.opened !== workspace) return // it was locked or replaced meanwhile
      checkWhenDue(workspace, ASK_WHETHER_DUE_MS)
      const nowMs = clock.nowMs()
      if (workspace.file.isCheckDue(nowMs)) void reportDamage(workspace, () => workspace.file.runDueCheck(nowMs))
    }, afterMs).unref()
  }

  /** A call met it before the check did. */
  function noteDamage(): void {
    const workspace = current?.opened
    if (workspace === undefined || damagedWorkspace === workspace) return
    damagedWorkspace = workspace
    if (damage === undefined) showDamage(['a part of the database cannot be read'])
    void reportDamage(workspace, () => workspace.file.check())
  }

  /** Its failure was logged already. */
  async function reportDamage(workspace: OpenWorkspace, check: () => Promise<readonly string[]>): Promise<void> {
    const found = await check().catch(() => [])
    if (current?.opened === workspace && found.length > 0) showDamage([...workspace.file.notices, ...found])
  }

  /** Checks for a person, who is shown everything that is known. */
  async function check(): Promise<{ checked_at: string; damage: string[] }> {
    const workspace = opened()
    const found = [...workspace.file.notices, ...(await workspace.file.check())]
    workspace.file.markNoticesShown()
    if (current?.opened === workspace) showDamage(found)
    return { checked_at: isoTime(clock.nowMs()), damage: found }
  }

  /**
   * Wipes the keys immediately, even while a sample is made or a passphrase hashed, which takes a second; these then
   * end locked as well.
   */
  function lockNow(): Promise<void> {
    lockCount += 1
    updating?.ending.abort()
    const locked = lock()
    return exclusively(async () => {
      await locked
      await lock()
    })
  }

  async function lock(): Promise<void> {
    if (current?.opened === undefined) return
    const { record, opened: workspace } = current
    current = { record, opened: undefined }
    idle.end()
    try {
      await workspace.close()
    } finally {
      journal.forgetBodies()
      announceStatus()
    }
  }

  async function close(): Promise<void> {
    clearTimeout(savedNotice)
    clearTimeout(nextCheck)
    idle.end()
    const workspace = current?.opened
    current = undefined
    journal.enter(undefined)
    await workspace?.close()
  }

  function noteSaved(): void {
    savedAt = isoTime(clock.nowMs())
    savedNotice ??= setTimeout(() => {
      savedNotice = undefined
      announceStatus()
    }, SAVED_NOTICE_MS).unref()
  }

  function announceStatus(): void {
    feed.announce({ type: 'status', status: status() })
  }

  function recordOf(id: string): WorkspaceRecord {
    const listed = store.list().find((entry) => entry.id === id)
    if (listed === undefined) throw new ServiceError('not_found', 'There is no such workspace.')
    if ('record' in listed) return listed.record
    throw new ServiceError('workspace_not_usable', sentenceOf(`${listed.problem}; nothing was changed`))
  }

  function refuseTakenName(name: string, except?: string): void {
    if (isTaken(name, except)) throw new ServiceError('name_taken', phrase`There is a workspace named ${name} already.`)
  }

  function isTaken(name: string, except?: string): boolean {
    const wanted = foldCase(name)
    return list().some(({ id, name: other }) => id !== except && foldCase(other) === wanted)
  }

  function freeName(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted} ${number}`
      if (!isTaken(name)) return name
    }
  }

  async function leave(id: string): Promise<void> {
    if (current?.record.id !== id) return
    await lock()
    await close()
  }
}

function lockedMeanwhile(): ServiceError {
  return new ServiceError('workspace_locked', 'The workspace was locked meanwhile.')
}
