import { existsSync } from 'node:fs'
import { ERROR_CATALOGUE, ServiceError } from '../../../shared/contract/errors.ts'
import type { Backup, BackupList, BackupReason } from '../../../shared/contract/workbench-backups.ts'
import { createMutex } from '../../../shared/mutex.ts'
import { copyKey } from '../../crypto/keys.ts'
import type { PassphraseCost } from '../../crypto/passphrase.ts'
import type { WorkspaceKeys } from '../../crypto/workspace-keys.ts'
import { wipeKeys } from '../../crypto/workspace-keys.ts'
import type { Clock, IdSource, Log } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import { isDiskFull } from '../../sqlite/database.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import type { UnlockSecrets } from '../workspaces/record-keys.ts'
import { keysForCopy, openKeys } from '../workspaces/record-keys.ts'
import type { UnlockAttempts } from '../workspaces/unlock-attempts.ts'
import { databaseFileOf } from '../workspaces/workspace-layout.ts'
import type { WorkspaceRecord, WorkspaceStore } from '../workspaces/workspace-store.ts'
import { requireOpen } from '../workspaces/workspace-store.ts'
import type { BackupFiles, StoredBackup } from './backup-files.ts'
import { outlivedBackups } from './backup-retention.ts'
import type { BackupTask } from './backup-work.ts'
import { createFileInParts } from './file-in-parts.ts'

/** A workspace that can be backed up. */
export interface BackedUp {
  readonly record: WorkspaceRecord
  /** Bytes that its database takes. */
  readonly databaseBytes: () => number
  /** Writes database and blocks as they are at one moment into a folder that it makes. */
  readonly snapshot: (folder: string, signal?: AbortSignal) => Promise<void>
}

export interface BackupsOptions {
  /** Undefined when workspaces are in memory. */
  readonly files: BackupFiles | undefined
  readonly run: (task: BackupTask, signal: AbortSignal) => Promise<void>
  readonly store: Pick<WorkspaceStore, 'adopt'>
  /** The current workspace, if it can be backed up. */
  readonly opened: () => BackedUp | undefined
  /** The name itself, or with the first number that makes it free. */
  readonly freeName: (name: string) => string
  readonly attempts: UnlockAttempts
  readonly announceStatus: () => void
  readonly clock: Clock
  readonly newId: IdSource
  readonly cost: PassphraseCost | undefined
  readonly log: Log
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Everything that a person waits for at the start is done by then. */
const FIRST_AFTER_MS = 60_000
const ASK_EVERY_MS = 60 * 60 * 1000
const LONGEST_NAME = 200

/** Backups of workspaces: made by themselves and when somebody asks, thinned out, restored, and as files. */
export function createBackups(options: BackupsOptions) {
  const { files, run, opened, clock, log } = options
  const exclusively = createMutex()
  const saved = createFileInParts(() => needFiles().partsFile('saved.pdvbackup'))
  const taken = createFileInParts(() => needFiles().partsFile('taken.pdvbackup'))
  /** Backups being read are not removed meanwhile. */
  const beingRead = new Set<Pick<StoredBackup, 'folder'>>()
  let problem: BackupList['problem'] = null
  let next: NodeJS.Timeout | undefined
  /** Ends what persons asked for: making, saving and restoring. */
  let ending = new AbortController()

  return {
    list: (): BackupList => ({ backups: all().map(shown), problem }),
    problem: () => problem?.message,
    make: async (): Promise<Backup> => shown(await makeOf(needOpened(), 'daily', ending.signal)),
    end(): void {
      ending.abort(new ServiceError('making_cancelled', ERROR_CATALOGUE.making_cancelled.meaning))
      ending = new AbortController()
    },
    before,
    followUse,
    stop: () => {
      clearTimeout(next)
    },
    async remove(workspaceId: string, id: string): Promise<void> {
      const backup = find(workspaceId, id)
      await exclusively(() => needFiles().remove(backup))
    },
    restore: (workspaceId: string, id: string, secrets: UnlockSecrets) => {
      const backup = find(workspaceId, id)
      const { folder } = backup
      return whileRead(folder, () => restoreFrom({ folder }, recordOf(backup), secrets))
    },
    pack,
    savedPart: saved.part,
    forgetSaved: saved.forget,
    takePart: taken.add,
    takenFacts: () => factsOf(taken.path()),
    restoreTaken: async (secrets: UnlockSecrets) => {
      const file = taken.path()
      const name = await restoreFile(file, secrets)
      taken.forget()
      return name
    },
    forgetTaken: taken.forget,
    restoreFile,
    packOpened,
  }

  function needFiles(): BackupFiles {
    if (files === undefined)
      throw new ServiceError('wrong_status', 'Nothing is kept on a disk, so there are no backups.')
    return files
  }

  function needOpened(): BackedUp {
    needFiles()
    const workspace = opened()
    if (workspace === undefined) throw new ServiceError('workspace_locked', 'Open the workspace first.')
    return workspace
  }

  function all(): readonly StoredBackup[] {
    return (files?.workspaceIds() ?? []).flatMap((id) => files?.list(id) ?? []).sort((a, b) => b.madeAtMs - a.madeAtMs)
  }

  function find(workspaceId: string, id: string): StoredBackup {
    const found = files?.find(workspaceId, id)
    if (found === undefined) throw new ServiceError('not_found', 'There is no such backup.')
    return found
  }

  function shown(backup: StoredBackup): Backup {
    const record = 'record' in backup.record ? backup.record.record : undefined
    return {
      id: backup.id,
      workspace_id: backup.workspaceId,
      workspace_name: record?.name ?? null,
      protected: record?.protected ?? false,
      made_at: isoTime(backup.madeAtMs),
      reason: backup.reason,
      byte_size: needFiles().bytesOf(backup),
    }
  }

  /**
   * Backs up before an irreversible change. The change proceeds even if this fails, and the window shows the problem.
   */
  async function before(reason: Exclude<BackupReason, 'daily'>, workspace = opened()): Promise<void> {
    if (files === undefined || workspace === undefined || workspace.record.demo) return
    await makeOf(workspace, reason).catch(() => undefined) // noted where it failed
  }

  async function makeOf(workspace: BackedUp, reason: BackupReason, signal?: AbortSignal): Promise<StoredBackup> {
    const made = await exclusively(async () => {
      try {
        await makeRoomFor(workspace.databaseBytes())
        const { record, snapshot } = workspace
        const fill = (folder: string) => snapshot(folder, signal)
        const backup = await needFiles().make({ record, reason, madeAtMs: clock.nowMs(), fill })
        const outlived = outlivedBackups(needFiles().list(record.id)).filter(mayGo)
        for (const one of outlived) await needFiles().remove(one)
        return { backup }
      } catch (fault) {
        return { fault }
      }
    })
    noteOutcome(made.fault)
    if (made.backup === undefined) throw made.fault
    return made.backup
  }

  /** Removes the oldest backups, but keeps the newest of each workspace. */
  async function makeRoomFor(bytes: number): Promise<void> {
    const stored = all()
    const newestOf = ({ workspaceId }: StoredBackup) => stored.find((one) => one.workspaceId === workspaceId)
    const others = stored.filter((backup) => backup !== newestOf(backup) && mayGo(backup))
    while (!needFiles().hasRoomFor(bytes)) {
      const oldest = others.pop()
      if (oldest === undefined) throw new StorageError('disk_full', 'there is no room on the disk for a backup')
      await needFiles().remove(oldest)
    }
  }

  function mayGo({ folder }: StoredBackup): boolean {
    return ![...beingRead].some((one) => one.folder === folder)
  }

  async function whileRead<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
    const one = { folder }
    beingRead.add(one)
    return work().finally(() => beingRead.delete(one))
  }

  function noteOutcome(fault: unknown): void {
    const isChosen = fault instanceof ServiceError && ['workspace_locked', 'making_cancelled'].includes(fault.code)
    if (isChosen) return // the next time makes it
    const had = problem
    problem = fault === undefined ? null : problemOf(fault)
    if (fault !== undefined) log.error('a backup could not be made', fault)
    if (had?.message !== problem?.message) options.announceStatus()
  }

  /** Backs up a workspace in use once a day, and at first soon after it was opened. */
  function followUse(): void {
    clearTimeout(next)
    if (files !== undefined) next = setTimeout(makeWhenDue, FIRST_AFTER_MS).unref()
  }

  function makeWhenDue(): void {
    next = setTimeout(makeWhenDue, ASK_EVERY_MS).unref()
    const workspace = opened()
    if (workspace === undefined || workspace.record.demo) return
    const [newest] = needFiles().list(workspace.record.id)
    // A backup from the future was made by a wrong clock.
    const isDue = newest === undefined || Math.abs(clock.nowMs() - newest.madeAtMs) >= DAY_MS
    if (isDue) void makeOf(workspace, 'daily').catch(() => undefined) // noted where it failed
  }

  async function pack(workspaceId: string, id: string, secrets: UnlockSecrets) {
    const backup = find(workspaceId, id)
    const record = recordOf(backup)
    const byte_size = await packAs({ folder: backup.folder, record, secrets }, async (write) => {
      await saved.make(write)
      return saved.size()
    })
    return { filename: `${record.name} ${isoTime(backup.madeAtMs).slice(0, 10)}.pdvbackup`, byte_size }
  }

  /** Packs one backup at a time, because the file being written has a fixed name. */
  function packAs<Result>(
    { folder, record, secrets }: Pick<StoredBackup, 'folder'> & { record: WorkspaceRecord; secrets: UnlockSecrets },
    make: (write: (file: string) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = ending
    return whileRead(folder, async () => {
      const keys = await opening(record, () => openKeys(record, secrets))
      try {
        return await exclusively(() =>
          make((file) => run({ kind: 'pack', folder, record, key: keyIn(keys), file }, signal)),
        )
      } finally {
        wipeKeys(keys)
      }
    })
  }

  /** A backup of the workspace in use as a file somewhere on this computer. */
  async function packOpened(file: string, secrets: UnlockSecrets, name?: string): Promise<string> {
    const workspace = needOpened()
    requireOpen(workspace.record, name)
    if (existsSync(file)) throw new ServiceError('wrong_status', `${file} is there already.`)
    const { folder } = await makeOf(workspace, 'daily')
    const { record } = workspace
    await packAs({ folder, record, secrets }, (write) => write(file))
    return record.name
  }

  function factsOf(file: string) {
    const { record, byteSize } = needFiles().headOf(file)
    return { workspace_name: nameOf(record), protected: record.protected, byte_size: byteSize }
  }

  async function restoreFile(file: string, secrets: UnlockSecrets): Promise<string> {
    if (!existsSync(file)) throw new ServiceError('not_found', `There is no file ${file}.`)
    const { record } = needFiles().headOf(file)
    return restoreFrom({ file }, record, secrets)
  }

  /** @returns the name of the new workspace */
  async function restoreFrom(
    from: { readonly folder: string } | { readonly file: string },
    record: WorkspaceRecord,
    secrets: UnlockSecrets,
  ): Promise<string> {
    const copyId = options.newId()
    const { cost, store } = options
    const { signal } = ending
    const { keys, kept } = await opening(record, () => keysForCopy(record, { secrets, copyId, cost }))
    try {
      signal.throwIfAborted()
      await before('before_restore')
      return await exclusively(async () => {
        const name = options.freeName(nameOf(record))
        const database = databaseFileOf(record)
        const created_at = isoTime(clock.nowMs())
        await store.adopt({ ...record, ...kept, id: copyId, name, created_at, last_opened_at: null }, (target) =>
          run({ kind: 'restore', from, database, key: keyIn(keys), target }, signal),
        )
        return name
      })
    } finally {
      wipeKeys(keys)
      options.announceStatus()
    }
  }

  function opening<Result>(record: WorkspaceRecord, open: () => Promise<Result>): Promise<Result> {
    return record.protected ? options.attempts(open) : open()
  }
}

/** Copies the key for a thread, which wipes it. */
function keyIn({ file }: WorkspaceKeys): Uint8Array<ArrayBuffer> | undefined {
  return file && copyKey(file)
}

/** @throws {ServiceError} `workspace_not_usable` */
function recordOf({ record }: Pick<StoredBackup, 'record'>): WorkspaceRecord {
  if ('record' in record) return record.record
  throw new ServiceError('workspace_not_usable', record.problem)
}

/** A backup may come from somebody else, and its name may be anything. */
function nameOf({ name }: WorkspaceRecord): string {
  return name.slice(0, LONGEST_NAME).trim() || 'Backup'
}

function problemOf(fault: unknown): NonNullable<BackupList['problem']> {
  if (isDiskFull(fault)) {
    return { reason: 'no_room', message: 'There was no room on the disk for the last backup that was due.' }
  }
  return { reason: 'failed', message: fault instanceof Error ? fault.message : String(fault) }
}
