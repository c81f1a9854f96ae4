import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ASIDE_FOLDER } from '../../sqlite/blocks-aside.ts'
import { PRIVATE_DIRECTORY, syncDirectory, writeFileAtomically } from '../../sqlite/data-directory.ts'
import { closeDatabase, findDamage, openDatabase, vacuumInto } from '../../sqlite/database.ts'
import type { Connection } from '../../sqlite/database.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import { BLOCKS_FOLDER, databaseFileOf } from '../workspaces/workspace-layout.ts'
import { unpackArchive, writeArchive } from './backup-archive.ts'
import type { Packing } from './backup-archive.ts'
import { FACTS_FILE } from './backup-files.ts'
import type { SnapshotFacts } from './backup-files.ts'

/** Keys are in memory of their own, which goes to the thread and is wiped there; undefined: of a plain workspace. */
type Key = Uint8Array<ArrayBuffer> | undefined

/** Copies a workspace's database in one consistent state, with the blocks it refers to, into a new folder. */
export interface Snapshot {
  readonly kind: 'snapshot'
  /** The path of the database, which may be written during the copy. */
  readonly path: string
  readonly blocks: string
  readonly key: Key
  readonly target: string
}

/** A folder as {@link Snapshot} made it, in one file. */
export type Pack = { readonly kind: 'pack'; readonly key: Key } & Omit<Packing, 'names' | 'key' | 'onPortion'>

/** A backup as the folder of a workspace in which nobody is signed in. */
export interface Restore {
  readonly kind: 'restore'
  /** A folder as {@link Snapshot} made it, or a file as {@link Pack} did. */
  readonly from: { readonly folder: string } | { readonly file: string }
  readonly database: string
  readonly key: Key
  readonly target: string
}

export type BackupTask = Snapshot | Pack | Restore

/**
 * Runs one task; takes as long as copying the files.
 *
 * @param onPortion called between two portions; ends the task by throwing
 */
export function doBackupTask(task: BackupTask, onPortion: () => void): void {
  try {
    if (task.kind === 'snapshot') takeSnapshot(task, onPortion)
    else if (task.kind === 'pack')
      writeArchive({ ...task, names: namesIn(task.folder, databaseFileOf(task.record)), onPortion })
    else restore(task, onPortion)
  } finally {
    task.key?.fill(0)
  }
}

/**
 * Blocks never change, so a hard link is a copy. All of them are linked first, so that blocks deleted meanwhile are
 * present; links that no row of the database refers to are removed afterwards.
 */
function takeSnapshot({ path, blocks, key, target }: Snapshot, onPortion: () => void): void {
  const folder = join(target, BLOCKS_FOLDER)
  for (const one of [target, folder]) mkdirSync(one, { mode: PRIVATE_DIRECTORY })
  const there = existsSync(blocks)
    ? readdirSync(blocks).filter((name) => name !== ASIDE_FOLDER && !name.endsWith('.new'))
    : []
  onPortion()
  const linked = new Set(there.filter((name) => linkOrCopy(join(blocks, name), join(folder, name))))
  const database = join(target, basename(path))
  vacuumInto({ path, ...(key !== undefined && { key }) }, database)
  onPortion()
  const named = new Set(blocksNamedIn(database, key))
  for (const name of named) if (!linked.has(name)) linkOrCopy(join(blocks, name), join(folder, name))
  for (const name of linked) if (!named.has(name)) rmSync(join(folder, name), { force: true })
  const sizes = [database, ...[...named].map((name) => join(folder, name))].map(
    (one) => statSync(one, { throwIfNoEntry: false })?.size ?? 0,
  )
  const byte_size = sizes.reduce((sum, size) => sum + size, 0)
  writeFileAtomically(join(target, FACTS_FILE), JSON.stringify({ byte_size } satisfies SnapshotFacts))
  for (const one of [folder, target]) syncDirectory(one)
}

function blocksNamedIn(path: string, key: Key): readonly string[] {
  const connection = openDatabase({ path, ...(key !== undefined && { key }) })
  try {
    const hasBlocks = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'blob_blocks'").get() !== undefined
    return hasBlocks ? connection.prepare<[], string>('SELECT file_name FROM blob_blocks').pluck().all() : []
  } finally {
    closeDatabase(connection)
  }
}

/** @returns false when it is not there any more */
function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to)
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
    if (code === 'ENOENT') return false
    if (code === 'EEXIST') throw fault
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE) // file systems without hard links
  }
  return true
}

function namesIn(folder: string, database: string): readonly string[] {
  return [database, ...readdirSync(join(folder, BLOCKS_FOLDER)).map((name) => `${BLOCKS_FOLDER}/${name}`)]
}

function restore({ from, database, key, target }: Restore, onPortion: () => void): void {
  mkdirSync(target, { mode: PRIVATE_DIRECTORY })
  if ('file' in from) unpackArchive({ file: from.file, key, folder: target, onPortion })
  else copyBackup(from.folder, database, target)
  onPortion()
  const file = { path: join(target, database), ...(key !== undefined && { key }) }
  const findings = findDamage(file)
  if (findings.length > 0) throw new StorageError('damaged', `the backup is damaged: ${findings.join('; ')}`)
  const connection = openDatabase(file)
  try {
    migrate(connection, MIGRATIONS)
    refuseForeignSchema(connection)
    signEverybodyOut(connection)
  } finally {
    closeDatabase(connection)
  }
}

function copyBackup(folder: string, database: string, target: string): void {
  const blocks = join(target, BLOCKS_FOLDER)
  mkdirSync(blocks, { mode: PRIVATE_DIRECTORY })
  copyFileSync(join(folder, database), join(target, database), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  for (const name of readdirSync(join(folder, BLOCKS_FOLDER)))
    linkOrCopy(join(folder, BLOCKS_FOLDER, name), join(blocks, name))
  for (const one of [blocks, target]) syncDirectory(one)
}

/** Foreign triggers would run in the workspace of whoever opens the backup. */
function refuseForeignSchema(connection: Connection): void {
  const own = openDatabase({ path: ':memory:' })
  try {
    migrate(own, MIGRATIONS)
    if (schemaOf(connection) === schemaOf(own)) return
    throw new StorageError('damaged', 'the backup is not of this program: its tables are others')
  } finally {
    own.close()
  }
}

function schemaOf(connection: Connection): string {
  return JSON.stringify(
    connection
      .prepare<[], string>(
        "SELECT json_array(type, name, tbl_name, sql) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1",
      )
      .pluck()
      .all(),
  )
}

/** Invalidates all sessions, login keys and signed addresses of that time. */
function signEverybodyOut(connection: Connection): void {
  connection
    .transaction(() => {
      connection.exec(/* sql */ `
        DELETE FROM sessions;
        DELETE FROM login_keys;
        INSERT OR REPLACE INTO address_salts (id, salt) VALUES (1, randomblob(16));
      `)
    })
    .immediate()
}
