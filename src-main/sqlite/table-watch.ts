import type Database from 'better-sqlite3'

/** One instruction of a SQLite program: address, opcode and its first three operands. */
export type Step = readonly [address: number, code: string, p1: number, p2: number, p3: number]

export interface WatchedStatement {
  readonly isReading: boolean
  /** The program it runs with such values, those of its triggers and foreign keys included, as EXPLAIN lists it. */
  explain(values: readonly unknown[]): readonly Step[]
}

/** Tracks which tables the statements of one connection read and write, as reported by SQLite. */
export interface TableWatch {
  /** A statement is about to run. */
  noteUse(statement: WatchedStatement, values: readonly unknown[]): void
  /** Called before an unknown statement, which may change rows, tables and triggers. */
  noteAnything(): void
  /**
   * Caches the result of a reading until one of its tables is written. Only this connection may write them: a database
   * belongs to one process, with one connection.
   *
   * @param read depends only on rows
   */
  remembering<Result>(read: () => Result): () => Result
  /**
   * Caches rows by a binary key, for a second at most: results that decide about access must not rely on nobody else
   * writing the file. Missing rows are not cached.
   *
   * @param elapsedMs real time
   */
  rememberingEach<Row>(read: (key: Uint8Array) => Row | undefined, elapsedMs: () => number): typeof read
}

const ROWS_KEPT_MS = 1_000
/** The number of rows before all are forgotten. */
const ROWS_KEPT = 1_000

/** A table, and how often it was written. */
interface Table {
  writes: number
}

interface Kept<Result> {
  readonly result: Result
  readonly readFrom: readonly { readonly table: Table; readonly writes: number }[]
}

/** Opcodes that read or write rows, with the operands of their root page and database. */
const READING: ReadonlyMap<string, readonly [root: 2 | 3, database: 3 | 4]> = new Map([['OpenRead', [3, 4]]])
const WRITING: typeof READING = new Map([
  ['OpenWrite', [3, 4]],
  ['Clear', [2, 3]], // all rows of a table at once
])

const watches = new WeakMap<Database.Database, TableWatch>()

/** @throws {Error} for a connection that `openDatabase` did not open */
export function tableWatchOf(connection: Database.Database): TableWatch {
  const watch = watches.get(connection)
  if (watch === undefined) throw new Error('nobody watches the tables of this connection')
  return watch
}

/** Watches a connection from before its first statement is prepared. */
export function watchTables(connection: Database.Database): TableWatch {
  const anything: Table = { writes: 0 }
  const opened = openedTables(connection, anything)
  let recorded: Set<Table> | undefined
  /** Uncommitted writes may be rolled back: until then no result is cached. */
  let hasUncommitted = false
  const watch: TableWatch = {
    noteUse,
    noteAnything,
    remembering,
    rememberingEach: (read, elapsedMs) => rowsOf(read, { elapsedMs, remembering }),
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

  function remembering<Result>(read: () => Result): () => Result {
    let kept: Kept<Result> | undefined
    return () => {
      if (recorded !== undefined) return read() // a part of another reading, which is cached as a whole
      if (!connection.inTransaction) hasUncommitted = false
      if (kept !== undefined && isAsBefore(kept)) return kept.result
      const answered = recording(read)
      kept = hasUncommitted ? undefined : answered
      return answered.result
    }
  }

  function recording<Result>(read: () => Result): Kept<Result> {
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
  { elapsedMs, remembering }: Pick<TableWatch, 'remembering'> & { readonly elapsedMs: () => number },
): typeof read {
  const found = new Map<string, () => Row | undefined>()
  let sinceMs = elapsedMs()
  return (key) => {
    const nowMs = elapsedMs()
    if (found.size > ROWS_KEPT || nowMs - sinceMs >= ROWS_KEPT_MS) {
      found.clear()
      sinceMs = nowMs
    }
    const name = Buffer.from(key).toString('latin1')
    const known = found.get(name)
    if (known !== undefined) return known()
    const again = remembering(() => read(key))
    const row = again()
    if (row !== undefined) found.set(name, again)
    return row
  }
}

/**
 * Lists the tables that statements open: readings to read them, others to write them. SQLite is asked once for each.
 *
 * @param unknown stands for the tables of another database and the schema, which are not told apart
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

  /** Tables by the root pages of themselves and of their indexes. */
  function readRoots(): ReadonlyMap<number, Table> {
    const rows = roots.all()
    const byName = new Map(rows.map(([name]): [string, Table] => [name, { writes: 0 }]))
    return new Map(rows.map(([name, root]) => [root, byName.get(name) ?? unknown]))
  }
}

function isAsBefore({ readFrom }: Kept<unknown>): boolean {
  return readFrom.every(({ table, writes }) => table.writes === writes)
}
