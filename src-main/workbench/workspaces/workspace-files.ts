import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '../../../shared/coded-error.ts'
import type { UploadStore } from '../../client/files/upload-store.ts'
import { fileUploadStore, memoryUploadStore } from '../../client/files/upload-store.ts'
import { hasRecord, readRecord, RECORD_FILES, writeRecord } from './record-files.ts'
import { BLOCKS_FOLDER, databaseFileOf } from './workspace-layout.ts'
import type { DeletedWorkspaceEntry, ListedWorkspace, WorkspaceRecord, WorkspaceStore } from './workspace-store.ts'
import type { ClockReadingStore } from '../../service/erasure-clock.ts'
import type { BlockFiles } from '../../service/ports.ts'
import { blockFilesAt, blockFilesIn, blockFilesInMemory } from '../../sqlite/block-files.ts'
import {
  freeBytes,
  makePrivateFolder,
  PRIVATE_DIRECTORY,
  PRIVATE_FILE,
  syncDirectory,
} from '../../sqlite/data-directory.ts'
import type { Connection, OpenOptions } from '../../sqlite/database.ts'
import {
  closeDatabase,
  isDiskFull,
  isReadOnlyFault,
  reportingFileFaults,
  openDatabase,
  peekSchemaVersion,
} from '../../sqlite/database.ts'
import { breakSeal } from '../../sqlite/file-seal.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'
import { createNewestSchema } from '../../sqlite/newest-schema.ts'
import type { Place } from '../../sqlite/place-on-disk.ts'
import { placeOf } from '../../sqlite/place-on-disk.ts'
import { MAKING, removeAndFreeNames, removeInPortions, removeLeftovers } from '../../sqlite/portioned-removal.ts'
import { makePrivate } from '../../sqlite/private-modes.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import type { WriteObstacle } from '../../sqlite/working-copy.ts'
import { isReadOnlyFile, openWorkingCopy } from '../../sqlite/working-copy.ts'

/** The records of uploads, in a folder for each user. */
const UPLOADS_FOLDER = 'uploads'
/** The folder of deleted workspaces, named by time of deletion in milliseconds and id. */
const DELETED_FOLDER = 'deleted'
/** The file with the newest reading of the clock, in the folder of deleted workspaces. */
const CLOCK_FILE = 'clock-reading'
const DELETED_NAME = /^(\d{1,16})-(.+)$/
/** Files of SQLite and ours that belong to a database and are useless without it. A broken log is left for a person. */
const OF_A_DATABASE = /^(vault(?:-\d+)?\.db)(?:-wal|-shm|-journal|\.seal|\.seal\.new)?$/

interface OpenVaultOptions {
  readonly record: NamedDatabase
  /** Raw key of a ciphered file; undefined: a plain file. */
  readonly key: Uint8Array | undefined
  /** Makes a new file; otherwise it must be there. */
  readonly create: boolean
}

/** The fields that identify the database file of a workspace. */
type NamedDatabase = Pick<WorkspaceRecord, 'id' | 'database'>

/** The database of a workspace, as it could be opened. */
interface OpenedVault {
  readonly connection: Connection
  /** Why the connection is to a temporary copy; undefined if it is to the file itself. */
  readonly obstacle: WriteObstacle | undefined
}

/** The workspaces, and the database of each. */
export interface WorkspaceDatabases extends WorkspaceStore {
  /**
   * Opens a workspace's database, migrates it and starts the service on it. On a full disk room is made and both are
   * tried again; without room they are done with a temporary copy.
   *
   * @param start does the first writes; when it throws, the database is closed again
   * @throws {StorageError} with the file and its problem; an unusable file is not changed
   */
  openVault<Started>(options: OpenVaultOptions, start: (vault: OpenedVault) => Started): Started
  /** The path of the database of a workspace; undefined: in memory. */
  vaultPath(record: NamedDatabase): string | undefined
  /** Blocks of files of a workspace. */
  blockFiles(record: Pick<WorkspaceRecord, 'id'>): BlockFiles
  /** The records of a vault user's uploads. */
  uploadStore(record: Pick<WorkspaceRecord, 'id'>, vaultUserId: string): UploadStore
  /** Writes everything back and closes. */
  closeVault(connection: Connection): void
}

interface FileStorePorts {
  readonly freeSpace: () => boolean
  readonly place: Place
  readonly tell: (message: string) => void
}

/**
 * Workspaces as folders: `workspaces/<id>/workspace.json`, a copy of it, and `vault.db`; deleted ones as
 * `deleted/<time>-<id>/…`.
 *
 * @param ports.place where the data directory is now: nothing is written to its old path
 * @param ports.freeSpace frees reserved disk space; returns whether there was any
 * @param ports.tell called with files that others can open, and whether they still can
 */
export function fileWorkspaceStore(dataDirectory: string, ports: Partial<FileStorePorts> = {}): WorkspaceDatabases {
  const { freeSpace = () => false, place = placeOf(dataDirectory), tell = () => undefined } = ports
  const root = join(dataDirectory, 'workspaces')
  const trash = join(dataDirectory, DELETED_FOLDER)
  const folderOf = (id: string) => join(root, id)
  const databaseOf = (record: NamedDatabase) => join(folderOf(record.id), databaseFileOf(record))
  return {
    location: dataDirectory,
    list: () =>
      existsSync(root)
        ? readdirSync(root)
            .filter((name) => !name.startsWith(MAKING))
            .sort()
            .flatMap((id) => listed(folderOf(id), id))
        : [],
    save(record) {
      place.require()
      makePrivateFolder(root, folderOf(record.id))
      writeRecord(folderOf(record.id), record)
    },
    noteOpened(record) {
      try {
        this.save(record)
      } catch (fault) {
        if (!isDiskFull(fault) && !isReadOnlyFault(fault)) throw fault
      }
    },
    async discard(id) {
      place.require()
      if (!hasRecord(folderOf(id))) await removeInPortions([folderOf(id)])
    },
    removeOtherDatabases: removeOthers,
    async copy(record, toId) {
      place.require()
      makePrivateFolder(root, folderOf(toId))
      await copyFolder(folderOf(record.id), folderOf(toId), new Set([...RECORD_FILES, UPLOADS_FOLDER]))
    },
    async adopt(record, make) {
      place.require()
      const making = join(root, `${MAKING}${record.id}`)
      if (!existsSync(root)) makePrivateFolder(dataDirectory, root)
      try {
        await make(making)
        writeRecord(making, record)
        move(making, folderOf(record.id))
      } catch (fault) {
        await removeInPortions([making])
        throw fault
      }
    },
    byteSize: (id) => bytesIn(deletedFolderOf(id) ?? folderOf(id)),
    putAway(id, deletedAtMs) {
      place.require()
      makePrivateFolder(dataDirectory, trash)
      move(folderOf(id), join(trash, `${deletedAtMs}-${id}`))
    },
    deleted: () => deletedFolders().map(({ id, path, deletedAtMs }) => ({ ...readRecord(path, id), deletedAtMs })),
    takeBack(id) {
      place.require()
      const folder = deletedFolderOf(id)
      if (folder === undefined) return
      makePrivateFolder(dataDirectory, root)
      move(folder, folderOf(id))
    },
    clockReadings: clockReadingFile(trash),
    async erase(id) {
      place.require()
      const folder = deletedFolderOf(id)
      if (folder !== undefined) await removeAndFreeNames([folder])
    },
    clean: () => removeLeftovers([root, trash]),
    openVault({ record, key, create }, start) {
      place.require()
      const path = databaseOf(record)
      if (create) {
        makePrivateFolder(root, folderOf(record.id))
        closeSync(openSync(path, 'wx', PRIVATE_FILE)) // made by us, so that its mode is ours; the log files follow it
        return startOrClose({ path, ...(key !== undefined && { key }) }, itself(path, key), start)
      }
      if (!isReadOnlyFile(path)) makeAllPrivate(record, path)
      return openExisting(path, key, {
        freeSpace,
        start(vault) {
          const started = start(vault)
          // What an interrupted renewal of the key left; what cannot be removed now is tried again at the next opening.
          if (vault.obstacle === undefined) removeOthers(record).catch(() => undefined)
          return started
        },
      })
    },
    vaultPath: databaseOf,
    blockFiles: ({ id }) => blockFilesAt(place, blockFilesIn(join(folderOf(id), BLOCKS_FOLDER))),
    uploadStore({ id }, vaultUserId) {
      const uploadStore = fileUploadStore(join(folderOf(id), UPLOADS_FOLDER, vaultUserId))
      return {
        ...uploadStore,
        async keepNote(uploadId, note) {
          place.require()
          await uploadStore.keepNote(uploadId, note)
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

  function makeAllPrivate({ id }: NamedDatabase, path: string): void {
    const folder = folderOf(id)
    const beside = [...RECORD_FILES, BLOCKS_FOLDER, UPLOADS_FOLDER].map((name) => join(folder, name))
    const ours = [root, folder, path, `${path}-wal`, `${path}-shm`, ...beside]
    const told = [makePrivate(dataDirectory, 'chosen'), ...ours.map((one) => makePrivate(one))]
    for (const message of told) if (message !== undefined) tell(message)
  }

  /** Windows keeps files that a thread still reads; they go at the next opening. */
  async function removeOthers(record: NamedDatabase): Promise<void> {
    const folder = folderOf(record.id)
    const database = databaseFileOf(record)
    const others = readdirSync(folder).filter((name) => {
      const ofDatabase = OF_A_DATABASE.exec(name)?.[1]
      return ofDatabase === undefined ? name.startsWith(MAKING) : ofDatabase !== database
    })
    try {
      await removeAndFreeNames(others.map((name) => join(folder, name)))
    } catch (fault) {
      if (process.platform !== 'win32') throw fault
    }
  }
}

/** Workspaces that end with the process. A database in memory stays open while its workspace is locked. */
export function memoryWorkspaceStore(): WorkspaceDatabases {
  const records = new Map<string, WorkspaceRecord>()
  const databases = new Map<string, Connection>()
  const blocks = new Map<string, BlockFiles>()
  const uploadStores = new Map<string, UploadStore>()
  const putAway = new Map<string, DeletedWorkspaceEntry>()
  let clockReadingMs: number | undefined
  const blocksOf = (id: string): BlockFiles => {
    const files = blocks.get(id) ?? blockFilesInMemory()
    blocks.set(id, files)
    return files
  }
  const forget = (id: string): Promise<void> => {
    databases.get(id)?.close()
    databases.delete(id)
    blocks.delete(id)
    return Promise.resolve()
  }
  return {
    location: 'in memory',
    list: () => [...records.values()].map((record) => ({ id: record.id, record })),
    save: (record) => void records.set(record.id, record),
    noteOpened: (record) => void records.set(record.id, record),
    removeOtherDatabases: () => Promise.resolve(),
    discard: forget,
    async copy({ id }, toId) {
      const content = databases.get(id)?.serialize()
      if (content !== undefined) databases.set(toId, openDatabase({ path: ':memory:', content }))
      for (const name of blocksOf(id).names()) {
        await blocksOf(toId).write(name, (await blocksOf(id).read(name, Infinity)) ?? new Uint8Array())
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
    clockReadings: { read: () => clockReadingMs, write: (readingMs) => (clockReadingMs = readingMs) },
    adopt: () => Promise.reject(new StorageError('not_writable', 'nothing is kept on a disk')),
    clean: () => Promise.resolve(),
    erase(id) {
      putAway.delete(id)
      return forget(id)
    },
    openVault({ record: { id } }, start) {
      const connection = databases.get(id) ?? openMigrated(':memory:', undefined)
      databases.set(id, connection)
      return start({ connection, obstacle: undefined })
    },
    vaultPath: () => undefined,
    blockFiles: ({ id }) => blocksOf(id),
    uploadStore({ id }, vaultUserId) {
      const name = `${id} ${vaultUserId}`
      const uploadStore = uploadStores.get(name) ?? memoryUploadStore()
      uploadStores.set(name, uploadStore)
      return uploadStore
    },
    closeVault: () => undefined,
  }
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

function listed(folder: string, id: string): ListedWorkspace[] {
  return hasRecord(folder) ? [readRecord(folder, id)] : []
}

/** Both paths are in the data directory, so this is one atomic step; an existing target is refused by the system. */
function move(from: string, to: string): void {
  renameSync(from, to)
  syncDirectory(dirname(to))
  syncDirectory(dirname(from))
}

/** Copies share blocks of disk until one of both changes, where the file system can. */
async function copyFolder(from: string, to: string, leftOut: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.has(entry.name) || entry.name.startsWith(MAKING)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target, { mode: PRIVATE_DIRECTORY })
      await copyFolder(source, target, new Set())
    } else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    }
  }
  syncDirectory(to)
}

/** Files deleted meanwhile, like those beside a database when it is closed, count as empty. */
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

/** Checked before it is opened for writing, because opening may already write. */
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

interface Starting<Started> {
  readonly freeSpace: () => boolean
  readonly start: (vault: OpenedVault) => Started
}

/** Opens the file itself, or a copy if its folder is read-only or full. */
function openExisting<Started>(
  path: string,
  key: Uint8Array | undefined,
  { freeSpace, start }: Starting<Started>,
): Started {
  if (!existsSync(path)) throw new StorageError('damaged', `${path} is missing`)
  const started = (vault: OpenedVault) => startOrClose({ path, ...(key !== undefined && { key }) }, vault, start)
  if (isReadOnlyFile(path)) return started(copyOf(path, key, 'read_only'))
  try {
    requireRoom(path)
    refuseUnusable(path, key)
    breakSeal(path)
    return started(itself(path, key))
  } catch (fault) {
    if (!isForWantOfRoom(path, fault)) throw fault
    if (freeSpace()) return openExisting(path, key, { freeSpace: () => false, start })
    return started(copyOf(path, key, 'full'))
  }
}

function itself(path: string, key: Uint8Array | undefined): OpenedVault {
  return { connection: openMigrated(path, key), obstacle: undefined }
}

function copyOf(path: string, key: Uint8Array | undefined, obstacle: WriteObstacle): OpenedVault {
  const connection = openWorkingCopy(path, (copy) => {
    refuseUnusable(copy, key)
    return openMigrated(copy, key)
  })
  return { connection, obstacle }
}

/** A fault of reading or writing at the start is a fault of the file, too. */
function startOrClose<Started>(file: OpenOptions, vault: OpenedVault, start: (vault: OpenedVault) => Started): Started {
  try {
    return reportingFileFaults(file, () => start(vault))
  } catch (fault) {
    try {
      closeDatabase(vault.connection)
    } catch {
      // The first fault is more telling.
    }
    throw fault
  }
}

/** SQLite does not always report why it cannot create the files beside a database. */
function isForWantOfRoom(path: string, fault: unknown): boolean {
  if (isDiskFull(fault)) return true
  if (!(fault instanceof StorageError) || fault.code !== 'not_writable') return false
  return freeBytes(dirname(path)) < ROOM_TO_OPEN_BYTES
}

/** With less room a crash could leave a log so large that nobody can sign in. */
function requireRoom(path: string): void {
  if (freeBytes(dirname(path)) < ROOM_TO_OPEN_BYTES)
    throw new StorageError('disk_full', `${path} cannot be used: the disk is full`)
}

/** The index of a log takes 32 KiB; a sign-in and what a start writes take some pages. */
const ROOM_TO_OPEN_BYTES = 512 * 1024

function openMigrated(path: string, key: Uint8Array | undefined): Connection {
  const options = { path, ...(key !== undefined && { key }) }
  const connection = openDatabase(options)
  try {
    reportingFileFaults(options, () => {
      createNewestSchema(connection)
      migrate(connection, MIGRATIONS)
    })
    return connection
  } catch (fault) {
    connection.close()
    throw fault
  }
}
