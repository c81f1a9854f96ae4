import type Database from 'better-sqlite3'

/** One instruction of a SQLite program. */
export type Step = readonly [address: number, code: string, p1: number, p2: number, p3: number]

export interface WatchedStatement {
  readonly isReading: boolean
  /** The program that EXPLAIN lists for these values, including triggers and foreign keys. */
  explain(values: readonly unknown[]): readonly Step[]
}

/** Tracks which tables the statements of a connection read and write, according to SQLite. */
export interface TableWatch {
  /** Called before a statement runs. */
  noteUse(statement: WatchedStatement, values: readonly unknown[]): void
  /** Called before an unknown statement, which may change rows, tables and triggers. */
  noteAnything(): void
  /**
   * Caches the result of a read until one of its tables is written. Only this connection may write them.
   *
   * @param read must depend only on rows
   */
  caching<Result>(read: () => Result): () => Result
  /**
   * Caches rows by a binary key for at most a second, because access decisions must not depend on nobody else writing
   * the file. Missing rows are not cached.
   *
   * @param elapsedMs the monotonic clock
   */
  cachingByKey<Row>(read: (key: Uint8Array) => Row | undefined, elapsedMs: () => number): typeof read
}

const MAX_CACHED_MS = 1_000
/** The number of cached rows beyond which all are dropped. */
const MAX_CACHED_ROWS = 1_000

/** A table, and how often it was written. */
interface Table {
  writes: number
}

interface Cached<Result> {
  readonly result: Result
  readonly readFrom: readonly { readonly table: Table; readonly writes: number }[]
}

/** Opcodes that open a table, with the operands that hold its root page and database. */
const READING: ReadonlyMap<string, readonly [root: 2 | 3, database: 3 | 4]> = new Map([['OpenRead', [3, 4]]])
const WRITING: typeof READING = new Map([
  ['OpenWrite', [3, 4]],
  ['Clear', [2, 3]], // all rows of a table at once
])

const watches = new WeakMap<Database.Database, TableWatch>()

/** @throws {Error} for a connection that `openDatabase` did not open */
export function tableWatchOf(connection: Database.Database): TableWatch {
  const watch = watches.get(connection)
  if (watch === undefined) throw new Error('the tables of this connection are not watched')
  return watch
}

/** Watches a connection, before its first statement is prepared. */
export function watchTables(connection: Database.Database): TableWatch {
  const anything: Table = { writes: 0 }
  const opened = openedTables(connection, anything)
  let recorded: Set<Table> | undefined
  /** While there are uncommitted writes, which may be rolled back, no result is cached. */
  let hasUncommitted = false
  const watch: TableWatch = {
    noteUse,
    noteAnything,
    caching,
    cachingByKey: (read, elapsedMs) => rowsOf(read, { elapsedMs, caching }),
  }
  watches.set(connection, watch)
  return watch

  function noteUse(statement: WatchedStatement, values: readonly unknown[]): void {
    if (statement.isReading && recorded === undefined) return
    const tables = opened.by(statement, values)
    if (statement.isReading) for (const table of tables) recorded?.add(table)
    else if (tables.has(anything)) noteAnything()
    else noteWrites(tables)
  }

  function noteAnything(): void {
    opened.forget()
    noteWrites([anything])
  }

  function noteWrites(tables: Iterable<Table>): void {
    for (const table of tables) table.writes += 1
    hasUncommitted ||= connection.inTransaction
  }

  function caching<Result>(read: () => Result): () => Result {
    let cached: Cached<Result> | undefined
    return () => {
      if (recorded !== undefined) return read() // part of another read, which is cached as a whole
      if (!connection.inTransaction) hasUncommitted = false
      if (cached !== undefined && isCurrent(cached)) return cached.result
      const recordedResult = recording(read)
      cached = hasUncommitted ? undefined : recordedResult
      return recordedResult.result
    }
  }

  function recording<Result>(read: () => Result): Cached<Result> {
    const tables = new Set([anything])
    recorded = tables
    try {
      const result = read()
      return { result, readFrom: [...tables].map((table) => ({ table, writes: table.writes })) }
    } finally {
      recorded = undefined
    }
  }
}

function rowsOf<Row>(
  read: (key: Uint8Array) => Row | undefined,
  { elapsedMs, caching }: Pick<TableWatch, 'caching'> & { readonly elapsedMs: () => number },
): typeof read {
  const found = new Map<string, () => Row | undefined>()
  let sinceMs = elapsedMs()
  return (key) => {
    const nowMs = elapsedMs()
    if (found.size > MAX_CACHED_ROWS || nowMs - sinceMs >= MAX_CACHED_MS) {
      found.clear()
      sinceMs = nowMs
    }
    const name = Buffer.from(key).toString('latin1')
    const known = found.get(name)
    if (known !== undefined) return known()
    const again = caching(() => read(key))
    const row = again()
    if (row !== undefined) found.set(name, again)
    return row
  }
}

/**
 * Finds the tables that statements open, by one EXPLAIN for each statement.
 *
 * @param unknown stands for all tables of other databases, and for the schema
 */
function openedTables(connection: Database.Database, unknown: Table) {
  const roots = connection
    .prepare<[], readonly [name: string, root: number]>(
      'SELECT tbl_name, rootpage FROM sqlite_schema WHERE rootpage > 0',
    )
    .raw()
  let byRoot: ReadonlyMap<number, Table> | undefined
  let byStatement = new WeakMap<WatchedStatement, ReadonlySet<Table>>()
  return {
    by: (statement: WatchedStatement, values: readonly unknown[]) =>
      byStatement.get(statement) ?? ask(statement, values),
    forget() {
      byRoot = undefined
      byStatement = new WeakMap()
    },
  }

  function ask(statement: WatchedStatement, values: readonly unknown[]): ReadonlySet<Table> {
    const tables = (byRoot ??= readRoots())
    const codes = statement.isReading ? READING : WRITING
    const opened = new Set<Table>()
    for (const step of statement.explain(values)) {
      const places = codes.get(step[1])
      if (places !== undefined) opened.add((step[places[1]] === 0 ? tables.get(step[places[0]]) : undefined) ?? unknown)
    }
    byStatement.set(statement, opened)
    return opened
  }

  /** Tables by their root pages and those of their indexes. */
  function readRoots(): ReadonlyMap<number, Table> {
    const rows = roots.all()
    const byName = new Map(rows.map(([name]): [string, Table] => [name, { writes: 0 }]))
    return new Map(rows.map(([name, root]) => [root, byName.get(name) ?? unknown]))
  }
}

function isCurrent({ readFrom }: Cached<unknown>): boolean {
  return readFrom.every(({ table, writes }) => table.writes === writes)
}
