import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Connection } from './database.ts'
import { holdFile, isDiskFull, isReadOnlyFault, shareFile } from './database.ts'
import type { Place } from './place-on-disk.ts'
import { placeOf } from './place-on-disk.ts'
import { StorageError } from './storage-error.ts'

export const PRIVATE_DIRECTORY = 0o700
export const PRIVATE_FILE = 0o600

const LOCK_FILE = 'lock.db'
const HOLDER_FILE = 'holder.json'

export interface Holder {
  readonly pid: number
  /** ISO 8601. */
  readonly since: string
}

/** A data directory that belongs to this process until it is released or the process ends. */
export interface DataDirectory {
  readonly path: string
  readonly place: Place
  /** Whether the directory is read-only. */
  readonly readOnly: boolean
  release(): void
}

/**
 * Locks a data directory for this process, creating it if it is missing. The lock is an exclusive transaction on a
 * small database, which the system releases when a process dies, so a left-over file never locks anybody out.
 *
 * @throws {StorageError} `directory_in_use` naming the holder, `directory_not_usable` with the cause
 */
export function openDataDirectory(path: string, holder: Holder): DataDirectory {
  const directory = resolve(path)
  const taken = namingDirectoryFaults(directory, () => takeLock(directory))
  if (taken === undefined) throw inUse(directory)
  const { lock, readOnly } = taken
  const holderFile = join(directory, HOLDER_FILE)
  const place = placeOf(directory)
  try {
    if (!readOnly) namingDirectoryFaults(directory, () => writeHolder(holderFile, holder))
  } catch (fault) {
    lock?.close()
    throw fault
  }
  return {
    path: directory,
    place,
    readOnly,
    release() {
      if (lock?.open !== true) return
      if (!readOnly && place.isThere()) rmSync(holderFile, { force: true })
      lock.close() // ends the open transaction, which wrote nothing
    },
  }
}

/** Ignores a full disk, because the holder only improves a message. */
function writeHolder(path: string, holder: Holder): void {
  try {
    writeTransientFile(path, JSON.stringify(holder))
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault
    rmSync(path, { force: true }) // an existing file names an earlier holder
    rmSync(`${path}.new`, { force: true })
  }
}

/**
 * Replaces a file atomically: readers find the old text or the new one, even after a power failure. Only its owner can
 * read it.
 */
export function writeFileAtomically(path: string, text: string): void {
  replaceFile(path, text, fsyncSync)
  syncDirectory(dirname(path))
}

/** Like {@link writeFileAtomically} but not durable, for facts about the current process only. */
export function writeTransientFile(path: string, text: string): void {
  replaceFile(path, text, () => undefined)
}

function replaceFile(path: string, text: string, beforeRename: (file: number) => void): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', PRIVATE_FILE)
  try {
    writeSync(file, text)
    beforeRename(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

/** Creates a private folder if missing, and its parent as well. */
export function makePrivateFolder(parent: string, folder: string): void {
  if (existsSync(folder)) return
  // One level at a time: on a read-only disk, creating several reports a missing parent instead.
  if (!existsSync(parent)) mkdirSync(parent, { mode: PRIVATE_DIRECTORY })
  mkdirSync(folder, { mode: PRIVATE_DIRECTORY })
  syncDirectory(parent)
}

/** The free space on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Makes the names in a directory durable. Windows has no such call, but its file system journals names. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** The asynchronous form of `syncDirectory`. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

interface Taken {
  /** Undefined only for a read-only directory that never had a lock. */
  readonly lock: Connection | undefined
  readonly readOnly: boolean
}

/** @returns undefined if another process uses the directory */
function takeLock(directory: string): Taken | undefined {
  const path = join(directory, LOCK_FILE)
  try {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY })
    closeSync(openSync(path, 'a', PRIVATE_FILE)) // created here, to set its mode
  } catch (fault) {
    if (!isReadOnlyFault(fault) || !existsSync(join(directory, 'workspaces'))) throw fault
    return takeToRead(path)
  }
  const lock = holdFile(path)
  return lock === undefined ? undefined : { lock, readOnly: false }
}

function takeToRead(path: string): Taken | undefined {
  if (!existsSync(path)) return { lock: undefined, readOnly: true }
  const lock = shareFile(path)
  return lock === undefined ? undefined : { lock, readOnly: true }
}

function inUse(directory: string): StorageError {
  const holder = readHolder(directory)
  const who = holder === undefined ? 'another process' : `process ${holder.pid}, since ${holder.since}`
  return new StorageError('directory_in_use', `${directory} is in use by ${who}; close it first or name another one`)
}

/** The process that uses a directory; null if it is unknown, undefined if there is none. */
export function holderOf(directory: string): Holder | null | undefined {
  const path = join(directory, LOCK_FILE)
  if (!existsSync(path)) return undefined
  const lock = shareFile(path)
  lock?.close()
  return lock === undefined ? (readHolder(directory) ?? null) : undefined
}

/** Undefined if the holder is not written yet, or unreadable. */
function readHolder(directory: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(join(directory, HOLDER_FILE), 'utf8')) as Partial<Holder> | null // checked here
    return typeof holder?.pid === 'number' && typeof holder.since === 'string'
      ? { pid: holder.pid, since: holder.since }
      : undefined
  } catch {
    return undefined
  }
}

function namingDirectoryFaults<Result>(directory: string, work: () => Result): Result {
  try {
    return work()
  } catch (fault) {
    const cause = fault instanceof Error ? fault.message : String(fault)
    throw new StorageError('directory_not_usable', `${directory} cannot be used for data: ${cause}`, fault)
  }
}
