import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '../../../shared/coded-error.ts'
import type { UploadShelf } from '../../client/files/upload-shelf.ts'
import { fileUploadShelf, memoryUploadShelf } from '../../client/files/upload-shelf.ts'
import { hasRecord, readRecord, RECORD_FILES, writeRecord } from './record-files.ts'
import type { DeletedWorkspaceEntry, ListedWorkspace, WorkspaceRecord, WorkspaceStore } from './workspace-store.ts'
import type { ClockReadingStore } from '../../service/erasure-clock.ts'
import type { BlockFiles } from '../../service/ports.ts'
import { blockFilesAt, blockFilesIn, blockFilesInMemory } from '../../sqlite/block-files.ts'
import { PRIVATE_DIRECTORY, PRIVATE_FILE, syncDirectory } from '../../sqlite/data-directory.ts'
import type { Connection } from '../../sqlite/database.ts'
import {
  closeDatabase,
  isDiskFull,
  isReadOnlyFault,
  namingFileFaults,
  openDatabase,
  peekSchemaVersion,
} from '../../sqlite/database.ts'
import { breakSeal } from '../../sqlite/file-seal.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'
import { placeOf } from '../../sqlite/place-on-disk.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import type { WriteObstacle } from '../../sqlite/working-copy.ts'
import { mayOnlyBeRead, openWorkingCopy } from '../../sqlite/working-copy.ts'

/** Of a workspace whose file was not written anew; others are named by their record. */
const DATABASE_FILE = 'vault.db'
const FILES_FOLDER = 'files'
/** What is noted of uploads, a folder each user. */
const UPLOADS_FOLDER = 'uploads'
/** Beside the folder of workspaces: those that were deleted, by the time of it in milliseconds and their id. */
const DELETED_FOLDER = 'deleted'
const DELETED_NAME = /^(\d{1,16})-(.+)$/
/** What SQLite and we keep beside a database and without it is worth nothing. A kept broken log is for a person. */
/** Among the deleted ones: the newest reading of the clock that was noted. */
const CLOCK_FILE = 'clock-reading'
const OF_A_DATABASE = /^(vault(?:-\d+)?\.db)(?:-wal|-shm|-journal|\.seal|\.seal\.new)?$/

interface OpenVaultOptions {
  readonly record: NamedDatabase
  /** Raw key of a ciphered file; undefined: a plain file. */
  readonly key: Uint8Array | undefined
  /** Makes a new file; otherwise it must be there. */
  readonly create: boolean
}

/** Which database file is that of which workspace. */
type NamedDatabase = Pick<WorkspaceRecord, 'id' | 'database'>

/** The database of a workspace, as it could be opened. */
interface OpenedVault {
  readonly connection: Connection
  /** Why the connection is to a copy, of which nothing is kept; undefined: it is to the file itself. */
  readonly obstacle: WriteObstacle | undefined
}

/** The workspaces, and the database of each. */
export interface WorkspaceDatabases extends WorkspaceStore {
  /**
   * Opens a workspace's database and brings it to the newest step.
   *
   * @throws {StorageError} naming the file and what is wrong with it; a file that is not usable is left as it is
   */
  openVault(options: OpenVaultOptions): OpenedVault
  /** Where the database of a workspace is; undefined: in memory. */
  vaultPath(record: NamedDatabase): string | undefined
  /** Blocks of files of a workspace. */
  blockFiles(record: Pick<WorkspaceRecord, 'id'>): BlockFiles
  /** What is noted of the uploads of one user of the vault. */
  uploadShelf(record: Pick<WorkspaceRecord, 'id'>, vaultUserId: string): UploadShelf
  /** Writes everything back and closes. */
  closeVault(connection: Connection): void
}

/**
 * Workspaces as folders: `workspaces/<id>/workspace.json`, a copy of it, and `vault.db`; deleted ones as
 * `deleted/<time>-<id>/…`.
 *
 * @param place where the data directory is: nothing is written where it was
 * @param makeRoom gives free what is kept back on the disk; answers whether there was something
 */
export function fileWorkspaceStore(
  dataDirectory: string,
  makeRoom: () => boolean = () => false,
  place = placeOf(dataDirectory),
): WorkspaceDatabases {
  const root = join(dataDirectory, 'workspaces')
  const trash = join(dataDirectory, DELETED_FOLDER)
  const folderOf = (id: string) => join(root, id)
  const databaseOf = ({ id, database = DATABASE_FILE }: NamedDatabase) => join(folderOf(id), database)
  return {
    location: dataDirectory,
    list: () =>
      existsSync(root)
        ? readdirSync(root)
            .sort()
            .flatMap((id) => listed(folderOf(id), id))
        : [],
    save(record) {
      place.require()
      makeFolder(root, folderOf(record.id))
      writeRecord(folderOf(record.id), record)
    },
    noteOpened(record) {
      try {
        this.save(record)
      } catch (fault) {
        if (!isDiskFull(fault) && !isReadOnlyFault(fault)) throw fault
      }
    },
    discard(id) {
      place.require()
      if (!existsSync(folderOf(id)) || hasRecord(folderOf(id))) return
      rmSync(folderOf(id), { recursive: true, force: true })
    },
    removeOtherDatabases: removeOthers,
    async copy(record, toId) {
      place.require()
      makeFolder(root, folderOf(toId))
      await copyFolder(folderOf(record.id), folderOf(toId), new Set([...RECORD_FILES, UPLOADS_FOLDER]))
    },
    byteSize: (id) => bytesIn(deletedFolderOf(id) ?? folderOf(id)),
    putAway(id, deletedAtMs) {
      place.require()
      makeFolder(dataDirectory, trash)
      move(folderOf(id), join(trash, `${deletedAtMs}-${id}`))
    },
    deleted: () => deletedFolders().map(({ id, path, deletedAtMs }) => ({ ...readRecord(path, id), deletedAtMs })),
    takeBack(id) {
      place.require()
      const folder = deletedFolderOf(id)
      if (folder === undefined) return
      makeFolder(dataDirectory, root)
      move(folder, folderOf(id))
    },
    erase(id) {
      place.require()
      const folder = deletedFolderOf(id)
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
    openVault({ record, key, create }) {
      place.require()
      const path = databaseOf(record)
    clockReadings: clockReadingFile(trash),
      if (create) {
        makeFolder(root, folderOf(record.id))
        closeSync(openSync(path, 'wx', PRIVATE_FILE)) // made by us, so that its mode is ours; the log files follow it
        return { connection: openMigrated(path, key), obstacle: undefined }
      }
      const vault = openExisting(path, key, makeRoom)
      if (vault.obstacle === undefined) removeOthers(record) // what a renewal of the key left when it was interrupted
      return vault
    },
    vaultPath: databaseOf,
    blockFiles: ({ id }) => blockFilesAt(place, blockFilesIn(join(folderOf(id), FILES_FOLDER))),
    uploadShelf({ id }, vaultUserId) {
      const shelf = fileUploadShelf(join(folderOf(id), UPLOADS_FOLDER, vaultUserId))
      return {
        ...shelf,
        async keepNote(uploadId, note) {
          place.require()
          await shelf.keepNote(uploadId, note)
        },
      }
    },
    closeVault: closeDatabase,
  }

  function deletedFolders() {
    if (!existsSync(trash)) return []
    return readdirSync(trash)
      .flatMap((name) => {
        const [, time, id] = DELETED_NAME.exec(name) ?? []
        return id === undefined ? [] : [{ id, path: join(trash, name), deletedAtMs: Number(time) }]
      })
      .sort((a, b) => b.deletedAtMs - a.deletedAtMs)
  }

  function deletedFolderOf(id: string): string | undefined {
    return deletedFolders().find((one) => one.id === id)?.path
  }

  function removeOthers({ id, database = DATABASE_FILE }: NamedDatabase): void {
    const others = readdirSync(folderOf(id)).filter((name) => {
      const ofDatabase = OF_A_DATABASE.exec(name)?.[1]
      return ofDatabase !== undefined && ofDatabase !== database
    })
    for (const name of others) removeName(join(folderOf(id), name))
    if (others.length > 0) syncDirectory(folderOf(id))
  }
}

/** Workspaces that end with the process. A database in memory stays open while its workspace is locked. */
export function memoryWorkspaceStore(): WorkspaceDatabases {
  const records = new Map<string, WorkspaceRecord>()
  const databases = new Map<string, Connection>()
  const blocks = new Map<string, BlockFiles>()
  const shelves = new Map<string, UploadShelf>()
  const putAway = new Map<string, DeletedWorkspaceEntry>()
  const blocksOf = (id: string): BlockFiles => {
    const files = blocks.get(id) ?? blockFilesInMemory()
    blocks.set(id, files)
    return files
  }
  const forget = (id: string): void => {
    databases.get(id)?.close()
    databases.delete(id)
    blocks.delete(id)
  }
  return {
    location: 'in memory',
    list: () => [...records.values()].map((record) => ({ id: record.id, record })),
    save: (record) => void records.set(record.id, record),
    noteOpened: (record) => void records.set(record.id, record),
    removeOtherDatabases: () => undefined,
    discard: forget,
    async copy({ id }, toId) {
      const content = databases.get(id)?.serialize()
      if (content !== undefined) databases.set(toId, openDatabase({ path: ':memory:', content }))
      for (const name of blocksOf(id).names()) {
        await blocksOf(toId).write(name, (await blocksOf(id).read(name, Infinity)) ?? new Uint8Array())
  let clockReadingMs: number | undefined
      }
    },
    async byteSize(id) {
      const of = blocksOf(id)
      const read = await Promise.all(of.names().map((name) => of.read(name, Infinity)))
      const pages = Number(databases.get(id)?.pragma('page_count', { simple: true }) ?? 0)
      const pageBytes = Number(databases.get(id)?.pragma('page_size', { simple: true }) ?? 0)
      return read.reduce((sum, block) => sum + (block?.length ?? 0), pages * pageBytes)
    },
    putAway(id, deletedAtMs) {
      const record = records.get(id)
      records.delete(id)
      if (record !== undefined) putAway.set(id, { id, record, deletedAtMs })
    },
    deleted: () => [...putAway.values()].reverse(),
    takeBack(id) {
      const entry = putAway.get(id)
      putAway.delete(id)
      if (entry !== undefined && 'record' in entry) records.set(id, entry.record)
    },
    erase(id) {
      putAway.delete(id)
      forget(id)
    },
    openVault({ record: { id } }) {
      const connection = databases.get(id) ?? openMigrated(':memory:', undefined)
      databases.set(id, connection)
      return { connection, obstacle: undefined }
    },
    vaultPath: () => undefined,
    blockFiles: ({ id }) => blocksOf(id),
    uploadShelf({ id }, vaultUserId) {
      const name = `${id} ${vaultUserId}`
      const shelf = shelves.get(name) ?? memoryUploadShelf()
      shelves.set(name, shelf)
      return shelf
    },
    closeVault: () => undefined,
  }
}

function listed(folder: string, id: string): ListedWorkspace[] {
    clockReadings: { read: () => clockReadingMs, write: (readingMs) => (clockReadingMs = readingMs) },
  return hasRecord(folder) ? [readRecord(folder, id)] : []
}

/** Both are of the same data directory, so that it is one step; a name in its way is refused by the system. */
function move(from: string, to: string): void {
  renameSync(from, to)
  syncDirectory(dirname(to))
  syncDirectory(dirname(from))
}

/** Where the file system can, blocks of disk are shared until one of both changes. */
async function copyFolder(from: string, to: string, leftOut: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target, { mode: PRIVATE_DIRECTORY })
      await copyFolder(source, target, new Set())
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    }
/** Half a number is an earlier moment, which erases less. */
function clockReadingFile(folder: string): ClockReadingStore {
  const path = join(folder, CLOCK_FILE)
  return {
    read: () => (existsSync(path) ? Math.trunc(Number(readFileSync(path, 'utf8'))) || undefined : undefined),
    write(readingMs) {
      if (existsSync(folder)) writeFileSync(path, String(readingMs), { mode: PRIVATE_FILE })
    },
  }
}

  }
  syncDirectory(to)
}

/** What goes while it is counted, as the files beside a database do when it is closed, has no bytes. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true, recursive: true }))
  let bytes = 0
  for (const entry of entries ?? []) {
    if (entry.isFile()) bytes += (await unlessMissing(stat(join(entry.parentPath, entry.name))))?.size ?? 0
  }
  return bytes
}

async function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading
  } catch (fault) {
    if (isMissing(fault)) return undefined
    throw fault
  }
}

function makeFolder(root: string, folder: string): void {
  if (existsSync(folder)) return
  // One at a time: where nothing can be written, making several at once is refused as if the parent were missing.
  if (!existsSync(root)) mkdirSync(root, { mode: PRIVATE_DIRECTORY })
  mkdirSync(folder, { mode: PRIVATE_DIRECTORY })
  syncDirectory(root)
}

/** Windows keeps files that a thread still reads; they go at the next open. */
function removeName(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (fault) {
    if (process.platform !== 'win32') throw fault
  }
}

/** Looked at before it is opened for writing, because opening may already write. */
function refuseUnusable(path: string, key: Uint8Array | undefined): void {
  if (statSync(path).size === 0) throw new StorageError('damaged', `${path} is damaged: it is empty`)
  const version = peekSchemaVersion({ path, ...(key !== undefined && { key }) })
  const newest = MIGRATIONS.at(-1)?.number ?? 0
  if (version > newest) {
    throw new StorageError(
      'newer_version',
      `${path} was written by a newer version of this program (step ${version}, this one knows ${newest}); it was not changed`,
    )
  }
}

/** The file itself, or a copy of it where its place takes nothing. */
function openExisting(path: string, key: Uint8Array | undefined, makeRoom: () => boolean): OpenedVault {
  if (!existsSync(path)) throw new StorageError('damaged', `${path} is missing`)
  if (mayOnlyBeRead(path)) return openCopy(path, key, 'read_only')
  try {
    return openItself(path, key)
  } catch (fault) {
    if (!isForWantOfRoom(path, fault)) throw fault
    if (makeRoom()) return openExisting(path, key, () => false)
    return openCopy(path, key, 'full')
  }
}

function openItself(path: string, key: Uint8Array | undefined): OpenedVault {
  refuseUnusable(path, key)
  breakSeal(path)
  return { connection: openMigrated(path, key), obstacle: undefined }
}

function openCopy(path: string, key: Uint8Array | undefined, obstacle: WriteObstacle): OpenedVault {
  const connection = openWorkingCopy(path, (copy) => openItself(copy, key).connection)
  return { connection, obstacle }
}

/** SQLite does not always say why it cannot make the files it needs beside a database. */
function isForWantOfRoom(path: string, fault: unknown): boolean {
  if (isDiskFull(fault)) return true
  if (!(fault instanceof StorageError) || fault.code !== 'not_writable') return false
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize < ROOM_TO_OPEN_BYTES
}

/** The index of a log takes 32 KiB, and its file a page. */
const ROOM_TO_OPEN_BYTES = 64 * 1024

function openMigrated(path: string, key: Uint8Array | undefined): Connection {
  const options = { path, ...(key !== undefined && { key }) }
  const connection = openDatabase(options)
  try {
    namingFileFaults(options, () => migrate(connection, MIGRATIONS))
    return connection
  } catch (fault) {
    connection.close()
    throw fault
  }
}
