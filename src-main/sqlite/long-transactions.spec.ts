import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Steps } from '../../shared/steps.ts'
import type { Connection, OpenOptions } from './database.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { longTransactionsOf } from './long-transactions.ts'
import { tableWatchOf } from './table-watch.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultbench-long-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const pathOf = () => join(folder, 'vault.db')

/** A file with a table of numbers; its transactions are paused at every step. */
function openFile(options: Partial<OpenOptions> = {}) {
  const connection = openDatabase({ path: pathOf(), turnMs: 0, ...options })
  onTestFinished(() => closeDatabase(connection))
  return withNumbers(connection)
}

function withNumbers(connection: Connection) {
  connection.exec('CREATE TABLE IF NOT EXISTS numbers (n INTEGER NOT NULL UNIQUE) STRICT')
  const insert = connection.prepare<[number]>('INSERT INTO numbers (n) VALUES (?)')
  const numbers = connection.prepare<[], number>('SELECT n FROM numbers ORDER BY n').pluck()
  const long = longTransactionsOf(connection)
  return { connection, insert, numbers, long, addTo, state: () => numbers.all() }

  function* addTo(last: number): Steps<string> {
    for (let n = 1; n <= last; n += 1) {
      insert.run(n)
      yield
    }
    return `${last} added`
  }
}

describe('a long transaction', () => {
  it.each([
    ['a plain file', {}],
    ['an encrypted file', { key: new Uint8Array(32).fill(7) }],
  ])('shows nobody a part of it, on %s', async (_, options) => {
    const { long, addTo, state } = openFile(options)

    const result = long.run(() => addTo(3))
    const seen: unknown[] = []
    while (long.isPaused) {
      seen.push(long.read(state), state())
      await new Promise(setImmediate)
    }

    expect(await result).toBe('3 added')
    expect(seen.length).toBeGreaterThan(4)
    expect(seen.flat()).toEqual([])
    expect(state()).toEqual([1, 2, 3])
  })

  it('changes nothing when a step throws', async () => {
    const { long, insert, addTo, state } = openFile()
    insert.run(3)

    await expect(long.run(() => addTo(5))).rejects.toThrow('UNIQUE constraint failed')

    expect(long.isPaused).toBe(false)
    expect(state()).toEqual([3])
  })

  it('changes nothing when its first step throws', () => {
    const { long, insert, addTo, state } = openFile()
    insert.run(1)

    expect(() => long.run(() => addTo(5))).toThrow('UNIQUE constraint failed')
    expect(state()).toEqual([1])
  })

  it.each<[string, (file: ReturnType<typeof openFile>) => unknown]>([
    ['a statement', ({ insert }) => insert.run(100)],
    ['a transaction', ({ connection, insert }) => connection.transaction(() => insert.run(100)).immediate()],
    ['a script', ({ connection }) => connection.exec('INSERT INTO numbers VALUES (100)')],
    [
      'another long transaction',
      ({ long, insert }) =>
        long.run(function* (): Steps<void> {
          insert.run(100)
          yield
        }),
    ],
  ])('ends before %s that writes', async (_, write) => {
    const file = openFile()
    const result = file.long.run(() => file.addTo(3))
    expect(file.long.isPaused).toBe(true)

    await write(file)

    expect(file.state()).toEqual([1, 2, 3, 100])
    expect(await result).toBe('3 added')
  })

  it('is a part of a transaction around it', () => {
    const { connection, long, addTo, state } = openFile()

    expect(() =>
      connection.transaction(() => {
        expect(long.run(() => addTo(3))).toBe('3 added')
        expect(long.isPaused).toBe(false)
        throw new Error('no')
      })(),
    ).toThrow('no')

    expect(state()).toEqual([])
  })

  it('leaves a write of its own step in it', async () => {
    const { connection, long, insert, state } = openFile()

    const result = long.run(function* (): Steps<void> {
      connection.transaction(() => insert.run(1))()
      yield
      connection.exec('INSERT INTO numbers VALUES (2)')
      yield
      throw new Error('no')
    })

    await expect(result).rejects.toThrow('no')
    expect(state()).toEqual([])
  })

  it('is durable once its connection is closed', async () => {
    const { connection, long, addTo } = openFile()
    const result = long.run(() => addTo(3))

    closeDatabase(connection)

    expect(await result).toBe('3 added')
    expect(openFile().state()).toEqual([1, 2, 3])
  })

  it('leaves no result in a cache that was read while it was paused', async () => {
    const { connection, long, addTo, numbers } = openFile()
    const cached = tableWatchOf(connection).caching(() => numbers.all())
    expect(cached()).toEqual([])

    const result = long.run(() => addTo(2))
    await new Promise(setImmediate)
    expect(cached()).toEqual([])
    await result

    expect(cached()).toEqual([1, 2])
  })

  /** More than a log may hold: some 1,500 pages. */
  function* manyTexts(connection: Connection): Steps<void> {
    connection.exec('CREATE TABLE texts (t TEXT NOT NULL) STRICT')
    const insert = connection.prepare<[string]>('INSERT INTO texts (t) VALUES (?)')
    for (let row = 0; row < 1_500; row += 1) insert.run('x'.repeat(4_000))
    yield
  }

  it.each([{ turnMs: 0 }, { turnMs: 60_000 }])(
    'moves a long log into the file, in a turn of its own, after turns of $turnMs ms',
    async ({ turnMs }) => {
      const { connection, long } = openFile({ turnMs })
      const pages = () => Math.floor(statSync(pathOf()).size / 4096)

      await long.run(() => manyTexts(connection))
      const before = pages()
      await new Promise(setImmediate)

      if (turnMs > 0) expect(before).toBeLessThan(100)
      expect(pages()).toBeGreaterThan(1_000)
    },
  )

  it('is answered as done when its log cannot be moved into the file then', async () => {
    const pragma = Reflect.get(Database.prototype, 'pragma') as (this: Connection, ...given: unknown[]) => unknown
    const failing = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (this: Connection, ...given) {
      if (given[0] === 'wal_checkpoint(PASSIVE)') throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE')
      return Reflect.apply(pragma, this, given)
    })
    onTestFinished(() => failing.mockRestore())
    const { connection, long } = openFile()

    await long.run(() => manyTexts(connection))

    expect(failing).toHaveBeenCalledWith('wal_checkpoint(PASSIVE)')
    expect(connection.prepare('SELECT count(*) FROM texts').pluck().get()).toBe(1_500)
  })

  it('reads with functions of its connection while it is paused', async () => {
    const { connection, long, addTo } = openFile()
    connection.function('twice', (n) => Number(n) * 2)
    const read = connection.prepare<[], number>('SELECT twice(21)').pluck()

    const result = long.run(() => addTo(2))

    expect(long.isPaused).toBe(true)
    expect(read.get()).toBe(42)
    await result
  })

  it('answers at once on a database in memory, and when it is done soon', () => {
    const inMemory = withNumbers(openDatabase({ path: ':memory:', turnMs: 0 }))
    expect(inMemory.long.run(() => inMemory.addTo(3))).toBe('3 added')

    const soon = openFile({ turnMs: 60_000 })
    expect(soon.long.run(() => soon.addTo(3))).toBe('3 added')
  })
})
