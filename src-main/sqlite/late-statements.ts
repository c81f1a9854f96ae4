import type Database from 'better-sqlite3'
import type { Step, TableWatch, WatchedStatement } from './table-watch.ts'
import { watchTables } from './table-watch.ts'

type Compiled = Database.Statement
type Result = 'pluck' | 'expand' | 'raw'

const PLAN = /^\s*EXPLAIN\b/i

/**
 * Makes a connection compile each statement when it is first used, and watches which tables it reads and writes. The
 * stores of a workspace prepare more than four hundred when it is opened, and compiling them all took most of that time;
 * a day's work uses a fraction of them. A text that SQLite refuses is refused at its first use.
 */
export function compileWhenUsed(connection: Database.Database): void {
  const compile = connection.prepare.bind(connection)
  const execute = connection.exec.bind(connection)
  const watch = watchTables(connection)
  // All members that stores use exist; the first test of any other would fail.
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

  // eslint-disable-next-line max-params -- how it is compiled, its text, and who is told
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
    return program.all(...values) as Step[] // documented, but for what more there is in a line
  }

  pluck(): this {
    return this.#answering('pluck')
  }

  expand(): this {
    return this.#answering('expand')
  }

  raw(): this {
    return this.#answering('raw')
  }

  #answering(result: Result): this {
    this.#result = result
    this.#compiled?.[result]()
    return this
  }

  #used(values: readonly unknown[]): Compiled {
    if (this.#compiled === undefined) {
      this.#compiled = this.#compile(this.#sql)
      // For a plan SQLite reports the flags of the explained statement.
      this.isReading = this.#compiled.readonly || PLAN.test(this.#sql)
      if (this.#result !== undefined) this.#compiled[this.#result]()
    }
    this.#watch.noteUse(this, values)
    return this.#compiled
  }
}
