import type Database from 'better-sqlite3'
import type { LongTransactions } from './long-transactions.ts'
import type { Step, TableWatch, WatchedStatement } from './table-watch.ts'
import { watchTables } from './table-watch.ts'

type Compiled = Database.Statement
type Result = 'pluck' | 'expand' | 'raw'

const PLAN = /^\s*EXPLAIN\b/i

/**
 * Makes a connection compile each statement at its first use, and watch which tables it reads and writes. Opening a
 * workspace prepares more than four hundred statements, most of which are rarely used; compiling them all took most of
 * that time. So an invalid statement is refused only at its first use. While a long transaction is paused, what reads
 * sees the state before it, and what writes ends it first.
 */
export function compileWhenUsed(connection: Database.Database, long: LongTransactions): void {
  const compile = connection.prepare.bind(connection)
  const execute = connection.exec.bind(connection)
  const watch = watchTables(connection)
  // It has all members that stores use; a test would fail at any other.
  connection.prepare = ((sql: string) =>
    new LateStatement(sql, { compile, watch, long })) as unknown as typeof connection.prepare
  connection.exec = (sql) => {
    watch.noteAnything()
    return execute(sql)
  }
}

interface Surroundings {
  readonly compile: (sql: string) => Compiled
  readonly watch: TableWatch
  readonly long: LongTransactions
}

class LateStatement implements WatchedStatement {
  readonly #sql: string
  readonly #surroundings: Surroundings
  #result: Result | undefined
  #compiled: Compiled | undefined
  /** The same statement of the second connection. */
  #reading: Compiled | undefined
  isReading = false

  constructor(sql: string, surroundings: Surroundings) {
    this.#sql = sql
    this.#surroundings = surroundings
  }

  run(...values: unknown[]): Database.RunResult {
    return this.#used(values).run(...values)
  }

  get(...values: unknown[]): unknown {
    return this.#used(values).get(...values)
  }

  all(...values: unknown[]): unknown[] {
    return this.#used(values).all(...values)
  }

  explain(values: readonly unknown[]): readonly Step[] {
    const program = this.#surroundings.compile(`EXPLAIN ${this.#sql}`).raw()
    return program.all(...values) as Step[] // as documented, apart from further columns
  }

  pluck(): this {
    return this.#returning('pluck')
  }

  expand(): this {
    return this.#returning('expand')
  }

  raw(): this {
    return this.#returning('raw')
  }

  #returning(result: Result): this {
    this.#result = result
    this.#compiled?.[result]()
    this.#reading?.[result]()
    return this
  }

  #used(values: readonly unknown[]): Compiled {
    const { watch, long } = this.#surroundings
    const compiled = this.#ownCompiled()
    if (long.isPaused && !this.isReading) long.finish()
    watch.noteUse(this, values)
    return long.isPaused ? (this.#reading ??= this.#inForm(long.prepareForReading(this.#sql))) : compiled
  }

  #ownCompiled(): Compiled {
    if (this.#compiled === undefined) {
      this.#compiled = this.#surroundings.compile(this.#sql)
      // For EXPLAIN, SQLite reports the flags of the explained statement.
      this.isReading = this.#compiled.readonly || PLAN.test(this.#sql)
      this.#inForm(this.#compiled)
    }
    return this.#compiled
  }

  #inForm(statement: Compiled): Compiled {
    if (this.#result !== undefined) statement[this.#result]()
    return statement
  }
}
