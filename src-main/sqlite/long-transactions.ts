import { setImmediate } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { allAtOnce } from '../../shared/steps.ts'
import type { Steps } from '../../shared/steps.ts'

/**
 * Transactions that take turns with other work of the thread. While one is paused, reads use a second connection, which
 * sees the state before it.
 */
export interface LongTransactions {
  /** Whether a transaction is open and its work is not running. */
  readonly isPaused: boolean
  /**
   * Runs work in one immediate transaction, which is paused whenever it has kept the thread for long. It resolves when
   * the transaction is durable, and rejects, with nothing changed, when the work throws. Without a second connection,
   * and for work that is done soon, it answers synchronously.
   */
  run<Result>(work: () => Steps<Result>): Result | Promise<Result>
  /** Runs reads in one transaction, so that they see one state. */
  read<Result>(work: () => Result): Result
  /** Runs a paused transaction to its end, for a caller that has to write and cannot wait. */
  finish(): void
  /** Compiles a reading statement for the second connection. */
  prepareForReading(sql: string): Database.Statement
  /** Ends what is paused, and closes the second connection. */
  close(): void
}

/** A log of so many pages is moved into the file in a turn of its own, which keeps the thread for some 9 ms. */
const LOG_PAGES = 600
/** Only a log that grows so long within one turn is moved by the commit itself. */
export const LONGEST_LOG_PAGES = 4000

const ofConnections = new WeakMap<Database.Database, LongTransactions>()

/** @throws {Error} for a connection that `openDatabase` did not open */
export function longTransactionsOf(connection: Database.Database): LongTransactions {
  const found = ofConnections.get(connection)
  if (found === undefined) throw new Error('this connection has no long transactions')
  return found
}

interface Reading {
  /** A read-only connection to the same file; none for a database in memory, whose transactions are never paused. */
  readonly reader: Database.Database | undefined
  /** How long a transaction may keep the thread, in milliseconds. */
  readonly turnMs: number
}

/** Prepares a connection for long transactions. Everything else that writes through it first ends a paused one. */
export function allowLongTransactions(connection: Database.Database, { reader, turnMs }: Reading): LongTransactions {
  const begin = connection.transaction.bind(connection)
  const inTransaction = begin((work: () => unknown) => work())
  const inReader = reader?.transaction((work: () => unknown) => work())
  const control = statementsOf(connection)
  let open: Advancing | undefined
  let isWorking = false
  let isLookingAtLog = false

  const long: LongTransactions = {
    get isPaused() {
      return open !== undefined && !isWorking
    },
    run,
    read: (work) => ((long.isPaused && inReader) || inTransaction)(work) as ReturnType<typeof work>, // what it returned
    finish,
    prepareForReading(sql) {
      if (reader === undefined) throw new Error('there is no second connection')
      return reader.prepare(sql)
    },
    close() {
      finish()
      reader?.close()
    },
  }
  ofConnections.set(connection, long)
  aroundOtherWrites(connection, reader, { finish, shortenLogLater, close: () => long.close() })
  return long

  function run<Result>(work: () => Steps<Result>): Result | Promise<Result> {
    finish()
    if (connection.inTransaction) return inTransaction(() => allAtOnce(work())) as Result // a part of the one around it
    const transaction = transactionOf(control, work)
    open = transaction
    if (!advance(transaction, reader === undefined ? Infinity : turnMs)) return inTurns(transaction)
    void shortenLogLater()
    return transaction.result()
  }

  async function inTurns<Result>(transaction: Transaction<Result>): Promise<Result> {
    do await setImmediate()
    while (!advance(transaction, turnMs))
    await shortenLogLater()
    return transaction.result()
  }

  async function shortenLogLater(): Promise<void> {
    if (isLookingAtLog || reader === undefined) return
    isLookingAtLog = true
    await setImmediate()
    isLookingAtLog = false
    if (open === undefined && connection.open) control.shortenLog()
  }

  /** Continues a transaction. @returns whether it has ended */
  function advance(transaction: Advancing, limitMs: number): boolean {
    if (open !== transaction) return true // somebody else has ended it
    isWorking = true
    try {
      if (!transaction.advance(limitMs)) return false
    } finally {
      isWorking = false
    }
    open = undefined
    return true
  }

  function finish(): void {
    if (open !== undefined && !isWorking) advance(open, Infinity)
  }
}

interface Advancing {
  /** Never throws. @returns whether the transaction has ended */
  advance(limitMs: number): boolean
}

interface Transaction<Result> extends Advancing {
  /** @throws what ended the transaction */
  result(): Result
}

/** Begins a transaction. A commit, which waits for the disk, gets a turn of its own. */
function transactionOf<Result>({ begin, commit, rollback }: Control, work: () => Steps<Result>): Transaction<Result> {
  let steps: Steps<Result> | undefined
  let done: { readonly value: Result } | undefined
  let fault: { readonly cause: unknown } | undefined

  return {
    advance(limitMs) {
      const since = performance.now()
      const isLate = () => performance.now() - since >= limitMs
      try {
        steps ??= begun()
        while (done === undefined) {
          const step = steps.next()
          if (step.done === true) done = { value: step.value }
          if (isLate()) return false
        }
        commit()
      } catch (cause) {
        fault = { cause }
        rollback()
      }
      return true
    },
    result() {
      if (fault !== undefined) throw fault.cause
      if (done === undefined) throw new Error('the transaction has not ended')
      return done.value
    },
  }

  function begun(): Steps<Result> {
    begin()
    return work()
  }
}

type Control = ReturnType<typeof statementsOf>

/** Statements of the driver itself, because those of stores end a paused transaction. */
function statementsOf(connection: Database.Database) {
  const compile = connection.prepare.bind(connection)
  const compiledLate = (sql: string) => {
    let statement: Database.Statement | undefined
    return () => (statement ??= compile(sql))
  }
  const run = (sql: string) => {
    const statement = compiledLate(sql)
    return () => void statement().run()
  }
  const pragma = connection.pragma.bind(connection)
  const rollback = run('ROLLBACK')
  const logState = compiledLate('PRAGMA wal_checkpoint(NOOP)')
  return {
    begin: run('BEGIN IMMEDIATE'),
    commit: run('COMMIT'),
    /** A full disk may have ended the transaction already. */
    rollback: () => {
      if (connection.inTransaction) rollback()
    },
    /** Moves a long log into the file. It ignores faults as SQLite does after a commit, which is durable in the log. */
    shortenLog: () => {
      try {
        const state = logState().get() as { readonly log: number } | undefined // documented
        if ((state?.log ?? 0) >= LOG_PAGES) pragma('wal_checkpoint(PASSIVE)')
      } catch {
        // The next commit tries again.
      }
    },
  }
}

/** Statements see to it themselves, because those that only read need not. */
function aroundOtherWrites(
  connection: Database.Database,
  reader: Database.Database | undefined,
  long: Pick<LongTransactions, 'finish' | 'close'> & { readonly shortenLogLater: () => Promise<void> },
): void {
  const first =
    <Given extends unknown[], Result>(run: (...given: Given) => Result) =>
    (...given: Given): Result => {
      long.finish()
      const result = run(...given)
      void long.shortenLogLater()
      return result
    }
  const transaction = connection.transaction.bind(connection)
  connection.transaction = ((work: Parameters<typeof transaction>[0]) => {
    const made = transaction(work)
    return Object.assign(first(made), {
      deferred: first(made.deferred.bind(made)),
      immediate: first(made.immediate.bind(made)),
      exclusive: first(made.exclusive.bind(made)),
    })
  }) as typeof connection.transaction // with the same members
  connection.exec = first(connection.exec.bind(connection))
  connection.pragma = first(connection.pragma.bind(connection))
  const close = connection.close.bind(connection)
  connection.close = () => {
    long.close()
    return close()
  }
  const define = connection.function.bind(connection) as (...given: unknown[]) => Database.Database // all overloads
  const defineInReader = reader?.function.bind(reader) as typeof define | undefined // as above
  connection.function = (...given: unknown[]) => {
    defineInReader?.(...given)
    return define(...given)
  }
}
