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
  /** True if it is read-only, for this and all other programs. */
  readonly readOnly: boolean
  release(): void
}

/**
 * Takes a data directory for this process, creating it when it is missing. An exclusive transaction on a small database
 * is the lock: the system releases it when a process dies, so a left-over file never locks anybody out.
 *
 * @throws {StorageError} `directory_in_use` with its holder, `directory_not_usable` with the cause
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
      lock.close() // the open transaction wrote nothing, so closing ends it
    },
  }
}

/** Only extends a message: a full disk must not keep anybody from their data. */
function writeHolder(path: string, holder: Holder): void {
  try {
    writePassingFile(path, JSON.stringify(holder))
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault
    rmSync(path, { force: true }) // the existing file is another program's
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
export function writePassingFile(path: string, text: string): void {
  replaceFile(path, text, () => undefined)
}

function replaceFile(path: string, text: string, beforeIsSeen: (file: number) => void): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', PRIVATE_FILE)
  try {
    writeSync(file, text)
    beforeIsSeen(file)
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

/** Makes names in a directory durable. Windows has no such call; there the file system journals names itself. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

interface Taken {
  /** Undefined only for a directory that may be read and never had a lock. */
  readonly lock: Connection | undefined
  readonly readOnly: boolean
}

/** @returns undefined when somebody else has the directory */
function takeLock(directory: string): Taken | undefined {
  const path = join(directory, LOCK_FILE)
  try {
    mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY })
    closeSync(openSync(path, 'a', PRIVATE_FILE)) // made by us, so that its mode is ours
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

/** Finds the holder without taking the directory. @returns undefined: nobody; a holder without a name is null */
export function holderOf(directory: string): Holder | null | undefined {
  const path = join(directory, LOCK_FILE)
  if (!existsSync(path)) return undefined
  const lock = shareFile(path)
  lock?.close()
  return lock === undefined ? (readHolder(directory) ?? null) : undefined
}

/** Undefined when the holder has not written its name yet. */
function readHolder(directory: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(join(directory, HOLDER_FILE), 'utf8')) as Partial<Holder> | null // checked here
    return typeof holder?.pid === 'number' && typeof holder.since === 'string'
      ? { pid: holder.pid, since: holder.since }
      : undefined
  } catch {
    return undefined // it only extends the message
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
