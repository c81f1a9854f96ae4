import type Database from 'better-sqlite3'

type Compiled = Database.Statement
type Result = 'pluck' | 'expand' | 'raw'

/**
 * Makes a connection compile each statement when it is first used. The stores of a workspace prepare more than four
 * hundred when it is opened, and compiling them all took most of that time; a day's work uses a fraction of them.
 * A text that SQLite refuses is refused at its first use.
 */
export function compileWhenUsed(connection: Database.Database): void {
  const compile = connection.prepare.bind(connection)
  // What stores use of a statement is all there; whatever else they would use is a fault that the first test finds.
  connection.prepare = ((sql: string) => new LateStatement(() => compile(sql))) as unknown as typeof connection.prepare
}

class LateStatement {
  readonly #compile: () => Compiled
  #result: Result | undefined
  #compiled: Compiled | undefined

  constructor(compile: () => Compiled) {
    this.#compile = compile
  }

  run(...values: unknown[]): Database.RunResult {
    return this.#statement().run(...values)
  }

  get(...values: unknown[]): unknown {
    return this.#statement().get(...values)
  }

  all(...values: unknown[]): unknown[] {
    return this.#statement().all(...values)
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

  #statement(): Compiled {
    if (this.#compiled === undefined) {
      this.#compiled = this.#compile()
      if (this.#result !== undefined) this.#compiled[this.#result]()
    }
    return this.#compiled
  }
}
