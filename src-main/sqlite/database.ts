import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { TURN_MS } from '../../shared/steps.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { compileWhenUsed } from './late-statements.ts'
import { allowLongTransactions, LONGEST_LOG_PAGES, longTransactionsOf } from './long-transactions.ts'
import { StorageError } from './storage-error.ts'

/** A connection to a database, for stores. Only this file imports the driver's code. */
export type Connection = Database.Database
export type Statement<Bind extends unknown[] | object, Row> = Database.Statement<
  Bind extends unknown[] ? Bind : [Bind],
  Row
>

export interface OpenOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string
  /** The raw 32-byte key of an encrypted file; absent for a plain file. */
  readonly key?: Uint8Array
  /** Refuses to create a missing file. */
  readonly mustExist?: boolean
  /** The initial contents of a database in memory, as a serialized database. */
  readonly content?: Buffer
  /** How long a long transaction may keep the thread, in milliseconds; set by tests only. */
  readonly turnMs?: number
}

/** Settings that are set and read back at every open: name, value to set, value to read back. */
const SETTINGS = [
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['busy_timeout', '5000', 5000],
  ['wal_autocheckpoint', String(LONGEST_LOG_PAGES), LONGEST_LOG_PAGES],
  ['journal_size_limit', String(16 * 1024 * 1024), 16 * 1024 * 1024],
  ['cache_size', '-65536', -65536],
  ['temp_store', 'MEMORY', 2],
  ['mmap_size', '0', 0],
  ['secure_delete', 'FAST', 2],
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
] as const

/**
 * Opens a database with all settings that durability and safety depend on.
 * @throws {StorageError} `wrong_key` or `damaged` if the file cannot be read, `not_writable` if it may not be written,
 *   `settings_refused` if a setting did not take effect
 */
export function openDatabase(options: OpenOptions): Connection {
  let connection: Connection | undefined
  let reader: Connection | undefined
  try {
    connection = new Database(options.content ?? options.path, { fileMustExist: options.mustExist ?? false })
    if (options.key !== undefined) unlockFile(connection, options.key)
    const inMemory = options.path === ':memory:'
    applySettings(connection, inMemory)
    reader = inMemory ? undefined : openReader(options)
    compileWhenUsed(connection, allowLongTransactions(connection, { reader, turnMs: options.turnMs ?? TURN_MS }))
    return connection
  } catch (fault) {
    reader?.close()
    connection?.close()
    throw nameOpenFault(fault, options)
  }
}

/** It is read at once, because the name of a temporary copy is removed soon. */
function openReader({ path, key }: OpenOptions): Connection {
  const reader = new Database(path, { readonly: true, fileMustExist: true })
  try {
    if (key !== undefined) unlockFile(reader, key)
    reader.pragma(`cache_size = ${READER_CACHE_KIB}`)
    reader.pragma('trusted_schema = OFF')
    reader.pragma('mmap_size = 0')
    reader.pragma('schema_version')
    return reader
  } catch (fault) {
    reader.close()
    throw fault
  }
}

/** Negative, as SQLite names a size in KiB. It is used only while a long transaction is paused. */
const READER_CACHE_KIB = -4096

/**
 * Reads the number of a file's last migration without writing, because a file of a newer program must not change.
 *
 * @throws {StorageError} as {@link openDatabase}
 */
export function peekSchemaVersion({ path, key }: OpenOptions): number {
  let connection: Connection | undefined
  try {
    connection = new Database(path, { readonly: true, fileMustExist: true })
    if (key !== undefined) unlockFile(connection, key)
    return Number(connection.pragma('user_version', { simple: true }))
  } catch (fault) {
    throw nameOpenFault(fault, { path, ...(key !== undefined && { key }) })
  } finally {
    connection?.close()
  }
}

/**
 * Checks a whole file without writing to it.
 *
 * @returns at most 10 problems, in SQLite's words
 */
export function findDamage({ path, key }: OpenOptions): readonly string[] {
  let connection: Connection | undefined
  try {
    connection = new Database(path, { readonly: true, fileMustExist: true })
    if (key !== undefined) unlockFile(connection, key)
    const findings = connection.prepare<[], string>('PRAGMA integrity_check(10)').pluck().all()
    return [...findings.filter((finding) => finding !== 'ok'), ...brokenReferences(connection)].slice(0, 10)
  } catch (fault) {
    if (sqliteCode(fault) === undefined) throw fault
    return [fault instanceof Error ? fault.message : String(fault)]
  } finally {
    connection?.close()
  }
}

/** The last checked row of a file: its table and, if it can be serialized, its key. */
export interface RowPlace {
  readonly table: string
  readonly key: readonly (string | number)[]
}

/**
 * Reads a number of complete rows, table by table, starting over at the end. This checks their pages, because the pages
 * of an encrypted file are authenticated.
 *
 * @param from the last row that was read before
 * @returns the unreadable parts, in SQLite's words, and the last row
 */
export function readRows(
  { path, key }: OpenOptions,
  from: RowPlace | undefined,
  limit: number,
): { readonly findings: readonly string[]; readonly reached: RowPlace | undefined } {
  let connection: Connection | undefined
  let reached = from
  try {
    connection = new Database(path, { readonly: true, fileMustExist: true })
    if (key !== undefined) unlockFile(connection, key)
    const tables = tablesWithKeys(connection)
    const found = tables.findIndex(({ name }) => name === from?.table)
    const start = from?.key.length === 0 ? found + 1 : Math.max(0, found)
    let left = limit
    for (const table of [...tables.slice(start), ...tables.slice(0, start)]) {
      const { read, last } = readTable(connection, table, reached?.table === table.name ? reached.key : [], left)
      left -= read
      reached = last && { table: table.name, key: keyOf(last, table.key) }
      if (left === 0) return { findings: [], reached }
    }
    return { findings: [], reached: undefined }
  } catch (fault) {
    if (sqliteCode(fault) === undefined) throw fault
    return { findings: [fault instanceof Error ? fault.message : String(fault)], reached }
  } finally {
    connection?.close()
  }
}

type TableWithKey = ReturnType<typeof tablesWithKeys>[number]

function readTable(connection: Connection, { name, key }: TableWithKey, after: RowPlace['key'], limit: number) {
  const beyond = after.length === 0 ? '' : `WHERE (${key}) > (${after.map(() => '?').join()})`
  const rows = connection.prepare<unknown[], Readonly<Record<string, unknown>>>(
    `SELECT ${key === 'rowid' ? 'rowid AS rowid' : key}, * FROM "${name}" ${beyond} ORDER BY ${key} LIMIT ?`,
  )
  let read = 0
  let last: Readonly<Record<string, unknown>> | undefined
  for (const row of rows.iterate(...after, limit)) {
    read += 1
    last = row
  }
  return { read, last }
}

function tablesWithKeys(connection: Connection): readonly { readonly name: string; readonly key: string }[] {
  const tables = connection.prepare<[], { readonly name: string; readonly key: string }>(/* sql */ `
    SELECT t.name, iif(t.wr, (SELECT group_concat(name, ', ' ORDER BY pk) FROM pragma_table_info(t.name) WHERE pk > 0), 'rowid')
      AS "key"
    FROM pragma_table_list t WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name
  `)
  return tables.all()
}

/** Binary keys are not serialized, so the rest of such a table is checked only with the whole file. */
function keyOf(row: Readonly<Record<string, unknown>>, key: string): readonly (string | number)[] {
  const values = key.split(', ').map((column) => row[column])
  const isSerializable = (value: unknown): value is string | number =>
    typeof value === 'string' || typeof value === 'number'
  return values.every(isSerializable) ? values : []
}

/** The version of the library that reads and writes the files. */
export function sqliteVersion(): string {
  const connection = new Database(':memory:')
  try {
    return connection.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? ''
  } finally {
    connection.close()
  }
}

/** Lists rows that refer to missing rows, which a damaged page may have lost. */
function brokenReferences(connection: Connection): readonly string[] {
  const rows = connection.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[] // documented
  return rows
    .slice(0, 10)
    .map(({ table, rowid, parent }) => `row ${rowid ?? '?'} of ${table} refers to a missing row of ${parent}`)
}

/** A protected file. */
export interface KeyedFile {
  readonly path: string
  /** Raw, 32 bytes. */
  readonly key: Uint8Array
}

/**
 * Encrypts a closed file into a new file under another key, durably, and checks it. The old file stays unchanged.
 *
 * @returns at most 10 problems of the file, in SQLite's words. If there are any, or on an error, no new file is left.
 */
export function rewriteUnderKey(before: KeyedFile, after: KeyedFile): readonly string[] {
  if ((statSync(`${before.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new StorageError('not_writable', `the log of ${before.path} could not be written back`)
  }
  copyFileSync(before.path, after.path, constants.COPYFILE_EXCL)
  let isSound = false
  try {
    changeKey(before.key, after)
    const findings = findDamage(after)
    isSound = findings.length === 0
    return findings
  } catch (fault) {
    if (sqliteCode(fault)?.startsWith('SQLITE_CORRUPT') === true) return [(fault as Error).message]
    throw fault
  } finally {
    if (!isSound) rmSync(after.path, { force: true })
  }
}

/** Changes the key of all pages. Unused pages, which would keep the old key, are removed first. */
function changeKey(oldKey: Uint8Array, { path, key }: KeyedFile): void {
  const connection = new Database(path, { fileMustExist: true })
  try {
    unlockFile(connection, oldKey)
    connection.pragma('journal_mode = OFF') // the file is discarded if this fails
    connection.pragma('incremental_vacuum')
    givingKey(key, (raw) => connection.rekey(raw))
  } finally {
    connection.close()
  }
  syncFile(path)
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Copies a consistent state of a file into a new file under the same key, durably, even while it is written.
 *
 * @param target must not exist yet
 */
export function vacuumInto({ path, key }: OpenOptions, target: string): void {
  const connection = new Database(path, { readonly: true, fileMustExist: true })
  try {
    if (key !== undefined) unlockFile(connection, key)
    connection.prepare('VACUUM INTO ?').run(target)
  } finally {
    connection.close()
  }
  chmodSync(target, 0o600)
  syncFile(target)
}

/** Lists the tables and indexes on pages of a plain file; empty if they can no longer be read. */
export function tablesOfPages(path: string, pages: readonly number[]): readonly string[] {
  let connection: Connection | undefined
  try {
    connection = new Database(path, { readonly: true, fileMustExist: true })
    const names = connection.prepare<[string], string>(
      'SELECT DISTINCT name FROM dbstat WHERE pageno IN (SELECT value FROM json_each(?)) ORDER BY name',
    )
    return names.pluck().all(JSON.stringify(pages))
  } catch (fault) {
    if (sqliteCode(fault) === undefined) throw fault
    return []
  } finally {
    connection?.close()
  }
}

/**
 * Locks a file for this process until the connection is closed or the process ends.
 *
 * @returns the connection that holds the lock, or undefined if another process holds it
 * @throws {StorageError} `not_writable`, `damaged`
 */
export function holdFile(path: string): Connection | undefined {
  let connection: Connection | undefined
  try {
    connection = new Database(path, { timeout: 0 })
    connection.pragma('journal_mode = MEMORY') // a journal file would need disk space
    connection.exec('BEGIN EXCLUSIVE')
    return connection
  } catch (fault) {
    connection?.close()
    if (sqliteCode(fault)?.startsWith('SQLITE_BUSY') === true) return undefined
    throw nameOpenFault(fault, { path })
  }
}

/**
 * Locks a read-only file against writers until the connection is closed. Several readers may hold such a lock.
 *
 * @returns undefined if another process has locked the file for writing
 * @throws {StorageError} `not_writable`, `damaged`
 */
export function shareFile(path: string): Connection | undefined {
  let connection: Connection | undefined
  try {
    connection = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 })
    connection.exec('BEGIN')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    return connection
  } catch (fault) {
    connection?.close()
    if (sqliteCode(fault)?.startsWith('SQLITE_BUSY') === true) return undefined
    throw nameOpenFault(fault, { path })
  }
}

/**
 * Runs work on a file and reports the problems of the file.
 *
 * @throws {StorageError} `damaged`, `not_writable`, … for problems of the file during the work
 */
export function reportingFileFaults<Result>(options: OpenOptions, work: () => Result): Result {
  try {
    return work()
  } catch (fault) {
    throw nameOpenFault(fault, options)
  }
}

function unlockFile(connection: Connection, key: Uint8Array): void {
  connection.pragma(`cipher = 'aegis'`)
  givingKey(key, (raw) => connection.key(raw))
}

/** The prefix of a raw key; a key in a text could not be wiped. */
const RAW_KEY = Buffer.from('raw:')

function givingKey(key: Uint8Array, take: (raw: Buffer) => void): void {
  // Outside the pool and the engine's heap, where small Buffers start and leave a copy when native code reads them.
  const raw = Buffer.from(new ArrayBuffer(RAW_KEY.length + key.length))
  raw.set(RAW_KEY)
  raw.set(key, RAW_KEY.length)
  try {
    take(raw)
  } finally {
    raw.fill(0)
  }
}

function applySettings(connection: Connection, inMemory: boolean): void {
  if (connection.pragma('auto_vacuum', { simple: true }) === 0) connection.pragma('auto_vacuum = INCREMENTAL')
  const journal: unknown = connection.pragma('journal_mode = WAL', { simple: true })
  if (journal !== (inMemory ? 'memory' : 'wal')) throw refused('journal_mode', journal)
  for (const [name, value, expected] of SETTINGS) {
    connection.pragma(`${name} = ${value}`)
    const actual: unknown = connection.pragma(name, { simple: true })
    // SQLite reports no mmap_size for a database in memory.
    if (actual !== expected && !(inMemory && name === 'mmap_size')) throw refused(name, actual)
  }
}

function refused(name: string, actual: unknown): StorageError {
  return new StorageError('settings_refused', `the database did not accept ${name}; it says ${String(actual)}`)
}

function nameOpenFault(fault: unknown, { path, key }: OpenOptions): unknown {
  const code = sqliteCode(fault)
  if (code === 'SQLITE_NOTADB') {
    return key === undefined
      ? new StorageError('damaged', `${path} is not a readable database, or it is protected by a passphrase`, fault)
      : new StorageError('wrong_key', `${path} does not open with this key, or it is damaged`, fault)
  }
  if (code?.startsWith('SQLITE_CORRUPT') === true) return new StorageError('damaged', `${path} is damaged`, fault)
  if (code?.startsWith('SQLITE_READONLY') === true || code?.startsWith('SQLITE_CANTOPEN') === true) {
    return new StorageError('not_writable', `${path} cannot be opened for writing`, fault)
  }
  if (isDiskFull(fault)) return new StorageError('disk_full', `${path} cannot be opened: the disk is full`, fault)
  return fault
}

/** Whether a write of SQLite or of the program failed for lack of disk space. */
export function isDiskFull(fault: unknown): boolean {
  if (fault instanceof StorageError) return fault.code === 'disk_full'
  return fault instanceof Error && 'code' in fault && FULL_CODES.has(String(fault.code))
}

/** SHMSIZE is about the index of the log, a file that grows with the log. */
const FULL_CODES = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'])

/** Whether a write failed because of a read-only file or folder. */
export function isReadOnlyFault(fault: unknown): boolean {
  if (sqliteCode(fault)?.startsWith('SQLITE_READONLY') === true) return true
  return fault instanceof Error && 'code' in fault && READ_ONLY_CODES.has(String(fault.code))
}

const READ_ONLY_CODES = new Set(['EROFS', 'EACCES', 'EPERM'])

/** Whether stored data could not be read because it is damaged. */
export function isDamage(fault: unknown): boolean {
  if (fault instanceof StorageError) return fault.code === 'damaged'
  const code = sqliteCode(fault)
  return code !== undefined && DAMAGE_CODE.test(code)
}

/** SQLite reports a page that fails authentication as a read error, or as no database page. */
const DAMAGE_CODE = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS|AUTH)$)/

/** Translates storage faults that a caller may see; undefined for any other. */
export function translateStorageFault(fault: unknown): ServiceError | undefined {
  if (isDiskFull(fault)) {
    return new ServiceError('storage_full', 'The disk is full; nothing was changed.', { cause: fault })
  }
  if (fault instanceof StorageError && fault.code === 'moved') {
    // The message has no path, because other programs must not learn about this computer's folders.
    const message = 'The data were moved or deleted while the program had them open; nothing was changed.'
    return new ServiceError('storage_read_only', message, { cause: fault })
  }
  if (isDamage(fault)) {
    const message = 'The stored data are damaged: a part cannot be read. Nothing was changed.'
    return new ServiceError('storage_damaged', message, { cause: fault })
  }
  if (isReadOnlyFault(fault)) {
    return new ServiceError('storage_read_only', 'The data can only be read; nothing was changed.', { cause: fault })
  }
  return undefined
}

function sqliteCode(fault: unknown): string | undefined {
  return fault instanceof Database.SqliteError ? fault.code : undefined
}

/**
 * Stops waiting for the disk at each write, for a file that only counts once it is complete.
 *
 * @returns a function that writes everything to the disk and makes later writes durable
 */
export function suspendDurability(connection: Connection): () => void {
  connection.pragma('synchronous = OFF')
  return () => {
    connection.pragma('synchronous = FULL')
    connection.pragma('wal_checkpoint(TRUNCATE)')
  }
}

/**
 * Writes the log back into the main file and closes it. If that is not possible at once, changes stay in the log for
 * the next opening.
 */
export function closeDatabase(connection: Connection): void {
  if (!connection.open) return
  try {
    longTransactionsOf(connection).close()
    connection.pragma('busy_timeout = 0')
    connection.pragma('wal_checkpoint(TRUNCATE)')
  } catch (fault) {
    if (!isDiskFull(fault)) throw fault
  } finally {
    connection.close()
  }
}
