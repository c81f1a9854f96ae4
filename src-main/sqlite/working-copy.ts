import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Connection } from './database.ts'
import { isDiskFull, isReadOnlyFault } from './database.ts'
import { StorageError } from './storage-error.ts'

/** The reason why nothing can be written to the data directory. */
export type WriteObstacle = 'full' | 'read_only'

/** Folders for copies. The second is in memory on Linux, in case the first is on the full disk. */
const COPY_FOLDERS = [tmpdir(), '/dev/shm']

/** Whether a database file, or its folder, which the log needs, is read-only. */
export function isReadOnlyFile(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
    return false
  } catch (fault) {
    if (isReadOnlyFault(fault)) return true
    throw fault
  }
}

/**
 * Opens a copy of a database whose folder cannot be written. SQLite needs to create an index to read a file with a log,
 * and the program has to write sessions even to show data. The copy is unlinked as soon as it is open, so that nothing
 * is left of it however the program ends.
 *
 * @param open opens the copy at the given path
 * @throws {StorageError} `disk_full` if there is no space for the copy either
 */
export function openWorkingCopy(path: string, open: (copy: string) => Connection): Connection {
  const folder = copyElsewhere(path)
  try {
    return open(join(folder, 'vault.db'))
  } finally {
    removeNames(folder)
  }
}

function copyElsewhere(path: string): string {
  for (const place of COPY_FOLDERS) {
    const folder = copyTo(place, path)
    if (folder !== undefined) return folder
  }
  throw new StorageError('disk_full', `${path} cannot be opened: there is no space for a temporary copy`)
}

function copyTo(place: string, path: string): string | undefined {
  if (!existsSync(place)) return undefined
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(place, 'vaultbench-copy-')) // readable by its owner only
    copyFileSync(path, join(folder, 'vault.db'))
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, join(folder, 'vault.db-wal'))
    return folder
  } catch (fault) {
    if (folder !== undefined) removeNames(folder)
    if (isDiskFull(fault) || isReadOnlyFault(fault)) return undefined
    throw fault
  }
}

/**
 * Removes the copy's names, except on Windows, which keeps open files; a copy left there is as protected as the
 * original.
 */
function removeNames(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (fault) {
    if (process.platform !== 'win32') throw fault
  }
}

/** Blocks the writes of a connection to a copy, except those that may be lost. */
export interface WriteGuard {
  /** From then on, writes outside `open` are refused with `SQLITE_READONLY`. */
  close(): void
  /** Runs work whose writes may be lost. */
  readonly open: <Result>(work: () => Result) => Result
}

export function createWriteGuard(connection: Connection): WriteGuard {
  let closed = false
  let openings = 0
  return {
    close() {
      closed = true
      connection.pragma('query_only = ON')
    },
    open(work) {
      if (!closed) return work()
      if (openings === 0) connection.pragma('query_only = OFF')
      openings += 1
      try {
        return work()
      } finally {
        openings -= 1
        if (openings === 0 && connection.open) connection.pragma('query_only = ON')
      }
    },
  }
}
