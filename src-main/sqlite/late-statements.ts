import type Database from 'better-sqlite3'
import type { Step, TableWatch, WatchedStatement } from './table-watch.ts'
import { watchTables } from './table-watch.ts'

type Compiled = Database.Statement
type Result = 'pluck' | 'expand' | 'raw'

const PLAN = /^\s*EXPLAIN\b/i

/**
 * Makes a connection compile each statement at its first use, and watch which tables it reads and writes. Opening a
 * workspace prepares more than four hundred statements, most of which are rarely used; compiling them all took most of
 * that time. So an invalid statement is refused only at its first use.
 */
export function compileWhenUsed(connection: Database.Database): void {
  const compile = connection.prepare.bind(connection)
  const execute = connection.exec.bind(connection)
  const watch = watchTables(connection)
  // It has all members that stores use; a test would fail at any other.
  connection.prepare = ((sql: string) => new LateStatement(compile, sql, watch)) as unknown as typeof connection.prepare
  connection.exec = (sql) => {
    watch.noteAnything()
    return execute(sql)
  }
}

class LateStatement implements WatchedStatement {
  readonly #compile: (sql: string) => Compiled
  readonly #sql: string
  readonly #watch: TableWatch
  #result: Result | undefined
  #compiled: Compiled | undefined
  isReading = false

  // eslint-disable-next-line max-params -- the compiler, the SQL, and the watch
  constructor(compile: (sql: string) => Compiled, sql: string, watch: TableWatch) {
    this.#compile = compile
    this.#sql = sql
    this.#watch = watch
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
    const program = this.#compile(`EXPLAIN ${this.#sql}`).raw()
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
    return this
  }

  #used(values: readonly unknown[]): Compiled {
    if (this.#compiled === undefined) {
      this.#compiled = this.#compile(this.#sql)
      // For EXPLAIN, SQLite reports the flags of the explained statement.
      this.isReading = this.#compiled.readonly || PLAN.test(this.#sql)
      if (this.#result !== undefined) this.#compiled[this.#result]()
    }
    this.#watch.noteUse(this, values)
    return this.#compiled
  }
}
