import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { phrase, ServiceError } from '../../shared/contract/errors.ts'
import type { DatabaseKey } from '../crypto/keys.ts'
import { copyKey } from '../crypto/keys.ts'
import type { Log } from '../service/ports.ts'
import { isoTime, systemClock } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'
import type { Updating } from '../sqlite/file-check.ts'
import { checkFile, checkPartOfFile, migrateFile, rewriteFile } from '../sqlite/file-check.ts'
import { breakSeal, inspectFile, sealFile } from '../sqlite/file-seal.ts'
import type { Place } from '../sqlite/place-on-disk.ts'
import { StorageError } from '../sqlite/storage-error.ts'
import { BLOCKS_FOLDER } from '../workbench/workspaces/workspace-layout.ts'
import { runBackupTask } from '../workbench/backups/backup-thread.ts'
import type { BackedUp } from '../workbench/backups/backups.ts'
import type { WorkspaceDatabases } from '../workbench/workspaces/workspace-files.ts'
import type { Inspection } from '../sqlite/file-seal.ts'
import type { CheckedFile } from '../workbench/workspaces/open-workspace.ts'
import type { KeyedRecord } from '../workbench/workspaces/workspace-key-changes.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Files up to this size are checked completely after each opening, which takes about a tenth of a second. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024

export interface CheckedFileParts {
  /** Undefined for a database in memory. */
  readonly path: string | undefined
  readonly place: Place
  /** Whether the connection is to the file itself rather than a temporary copy. */
  readonly isOriginal: boolean
  /** Undefined for an unprotected file. */
  readonly key: DatabaseKey | undefined
  readonly inspection: Inspection | 'new'
  readonly connection: Connection
  /** Where a broken log was saved. */
  readonly savedLog: string | undefined
  /** The number of missing blocks. */
  readonly missingBlocks: number
  /** Replaces {@link FULL_CHECK_BYTES}; set only by tests. */
  readonly fullCheckBytes?: number
  readonly log: Log
}

/** Combines the problems found before a file was opened with the check of the whole file and its seal at the end. */
export function createCheckedFile(parts: CheckedFileParts): CheckedFile & { seal(): Promise<void> } {
  const { path, inspection, log } = parts
  let checkedAt = inspection === 'new' ? isoTime(systemClock.nowMs()) : inspection.checkedAt
  const atLastEnd = inspection === 'new' ? [] : [...inspection.notices, ...lostChangesNotice(parts, inspection)]
  const notices = [...atLastEnd, ...missingBlocksNotice(parts)] // missing blocks are found anew at each opening
  // A plain file was compared page by page when it was opened.
  let isChecked = parts.key === undefined || inspection === 'new'
  let shown = false
  let isClosed = false
  let resumeFrom = inspection === 'new' ? undefined : inspection.checkedUpTo
  const isOld = (nowMs: number) => checkedAt === undefined || nowMs - Date.parse(checkedAt) >= WEEK_MS
  for (const notice of notices)
    log.error('a database differs from when it was closed', new StorageError('damaged', notice))

  return {
    notices,
    isCheckDue: (nowMs) => path !== undefined && parts.isOriginal && (!isChecked || isOld(nowMs)),
    async runDueCheck(nowMs) {
      if (
        path === undefined ||
        parts.key === undefined ||
        isOld(nowMs) ||
        statSync(path).size <= (parts.fullCheckBytes ?? FULL_CHECK_BYTES)
      )
        return this.check()
      isChecked = true
      const { findings, reached } = await checkPartOfFile({ path, key: copyKey(parts.key), from: resumeFrom })
      resumeFrom = reached
      // Damage in one part calls for a check of the whole file.
      return findings.length === 0 || isClosed ? [] : this.check()
    },
    async check() {
      if (path === undefined) return []
      if (!parts.isOriginal) {
        throw new ServiceError(
          'storage_read_only',
          'The file cannot be checked while nothing can be written beside it.',
        )
      }
      const found = await findDamage(path, parts, () => isClosed)
      checkedAt = isoTime(systemClock.nowMs())
      isChecked = true
      resumeFrom = undefined
      return found
    },
    markNoticesShown() {
      shown = true
    },
    backup: parts.isOriginal && path !== undefined ? whileOpen(backupOf(path, parts.key), parts.connection) : undefined,
    async seal() {
      isClosed = true
      if (path === undefined || !parts.isOriginal || !parts.place.isThere()) return
      try {
        // A file that was not checked after a crash is not sealed as good.
        if (checkedAt === undefined) return
        await sealFile(path, {
          checkedAt,
          notices: shown ? [] : atLastEnd,
          checkedUpTo: resumeFrom,
          isPlain: parts.key === undefined,
        })
      } catch (fault) {
        log.error('a database could not be sealed; the next open checks it', fault)
      }
    },
  }
}

/** How to back up a workspace: its database at a path, and the blocks beside it. */
export function backupOf(path: string, key: DatabaseKey | undefined): Omit<BackedUp, 'record'> {
  return {
    databaseBytes: () => statSync(path).size,
    snapshot: (target, signal) => {
      const blocks = join(dirname(path), BLOCKS_FOLDER)
      return runBackupTask({ kind: 'snapshot', path, blocks, target, key: key && copyKey(key) }, signal)
    },
  }
}

/**
 * Migrates the closed database of a workspace on another thread. If that fails, or a broken log has to be saved first,
 * opening the file migrates it and reports the problem.
 */
export async function updateVault(
  {
    path,
    key,
    inspection,
  }: { readonly path: string; readonly key: DatabaseKey | undefined; readonly inspection: Inspection },
  updating: Updating,
): Promise<void> {
  if (inspection.brokenLog !== undefined) return
  try {
    breakSeal(path)
    await migrateFile({ path, key: key && copyKey(key) }, updating)
  } catch {
    // The file is read-only, or the disk is full.
  }
}

/** Refuses a snapshot of a closed database, whose key has been wiped. */
function whileOpen(backup: ReturnType<typeof backupOf>, connection: Connection): ReturnType<typeof backupOf> {
  return {
    ...backup,
    snapshot: (target, signal) =>
      connection.open
        ? backup.snapshot(target, signal)
        : Promise.reject(new ServiceError('workspace_locked', 'The workspace was locked before its backup was made.')),
  }
}

/** Says what a log broken by a crash has lost, judged by the last change that still exists. */
function lostChangesNotice(
  { connection, path, savedLog }: CheckedFileParts,
  { brokenLog }: Inspection,
): readonly string[] {
  if (brokenLog === undefined || path === undefined) return []
  const { lostChanges, writtenAt } = brokenLog
  const last = connection.prepare<[], string | null>('SELECT max(event_time) FROM events').pluck().get()
  const copy = savedLog === undefined ? 'there was no room to save the log' : `the log was saved as ${savedLog}`
  return [
    `the log of ${path} was broken by the last end of the program: ${lostChanges} of the last changes, ` +
      `made after ${last ?? 'the beginning'} and until ${writtenAt}, may be missing; ${copy}`,
  ]
}

function missingBlocksNotice({ missingBlocks }: CheckedFileParts): readonly string[] {
  if (missingBlocks === 0) return []
  const blocks =
    missingBlocks === 1 ? '1 block of the stored files is' : `${missingBlocks} blocks of the stored files are`
  return [`${blocks} missing on the disk; files that need them cannot be opened`]
}

/** Drops the findings about a file that was closed meanwhile, because it may have been deleted. */
async function findDamage(
  path: string,
  { key, log }: CheckedFileParts,
  isClosed: () => boolean,
): Promise<readonly string[]> {
  try {
    const findings = await checkFile({ path, key: key && copyKey(key) })
    if (findings.length === 0 || isClosed()) return []
    const message = `${path} is damaged: ${findings.join('; ')}`
    log.error('a database was found damaged', new StorageError('damaged', message))
    return [message]
  } catch (fault) {
    if (isClosed()) return []
    log.error('a database could not be checked', fault)
    throw fault
  }
}

/**
 * Encrypts a closed protected file into a second file under another key, and seals the second file.
 *
 * @throws {StorageError} naming the file and its problem; the second file is removed
 * @throws {ServiceError} `storage_full`, `storage_read_only`
 */
export async function rewriteVault(
  databases: Pick<WorkspaceDatabases, 'vaultPath' | 'openVault' | 'closeVault'>,
  before: KeyedRecord,
  after: KeyedRecord,
): Promise<void> {
  const path = databases.vaultPath(before.record)
  const newPath = databases.vaultPath(after.record)
  if (path === undefined || newPath === undefined) return // in memory
  if (before.keys.file === undefined || after.keys.file === undefined) throw new Error('a plain file has no key')
  const inspection = await inspectFile(path)
  if (inspection.brokenLog !== undefined) {
    throw new StorageError('damaged', `the log of ${path} is broken; open the workspace first, to see what is missing`)
  }
  const opening = { record: before.record, key: before.keys.file, create: false }
  const { connection, obstacle } = databases.openVault(opening, (vault) => vault)
  databases.closeVault(connection) // writes back the log that a crash left
  if (obstacle !== undefined) {
    throw new ServiceError(
      `storage_${obstacle}`,
      phrase`A second file cannot be written beside ${path}; nothing was changed.`,
    )
  }
  await rewriteFile({ path, key: copyKey(before.keys.file), newPath, newKey: copyKey(after.keys.file) })
  const { notices } = inspection
  await sealFile(newPath, { checkedAt: isoTime(systemClock.nowMs()), notices, isPlain: false })
}
