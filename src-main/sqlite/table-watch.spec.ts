// Proves docs/contract/workbench.md, Tables.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../tests/support/draws.ts'
import type { Connection } from './database.ts'
import { openDatabase } from './database.ts'
import { tableWatchOf } from './table-watch.ts'

/** Parents, children that go with them, a log that a trigger writes, and a table that has nothing to do with them. */
function family(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  connection.exec(/* sql */ `
    CREATE TABLE parents (id INTEGER PRIMARY KEY NOT NULL, n INTEGER) STRICT;
    CREATE TABLE children (parent INTEGER NOT NULL REFERENCES parents (id) ON DELETE CASCADE, n INTEGER NOT NULL,
      PRIMARY KEY (parent, n)) STRICT, WITHOUT ROWID;
    CREATE INDEX children_by_n ON children (n);
    CREATE TABLE log (n INTEGER) STRICT;
    CREATE TABLE others (n INTEGER) STRICT;
    CREATE TRIGGER gone AFTER DELETE ON children BEGIN INSERT INTO log (n) VALUES (old.n); END;
    INSERT INTO parents (id, n) VALUES (1, 1), (2, 2);
    INSERT INTO children (parent, n) VALUES (1, 10), (2, 20);
  `)
  return connection
}

/** A reading of a table that is kept, and how often it was really made. */
function keptReading(connection: Connection, sql: string) {
  const statement = connection.prepare<[]>(sql).raw()
  let made = 0
  const read = tableWatchOf(connection).caching(() => {
    made += 1
    return statement.all()
  })
  return { read, made: () => made }
}

const CHILDREN = 'SELECT count(*), min(n) FROM children'
const LOG = 'SELECT count(*) FROM log'

describe('a reading that is kept', () => {
  it('is made again once its table was written: at once, by a trigger, by a foreign key, as a whole, by a script', () => {
    const connection = family()
    const children = keptReading(connection, CHILDREN)
    const log = keptReading(connection, LOG)
    const both = () => [children.read(), log.read()]

    expect(both()).toEqual([[[2, 10]], [[0]]])
    connection.prepare('UPDATE children SET n = 5 WHERE parent = ?').run(1)
    expect(both()).toEqual([[[2, 5]], [[0]]])
    connection.prepare('DELETE FROM parents WHERE id = @id').run({ id: 1 })
    expect(both()).toEqual([[[1, 20]], [[1]]])
    connection.prepare('DELETE FROM log').run()
    expect(both()).toEqual([[[1, 20]], [[0]]])
    connection.prepare('INSERT INTO children (parent, n) VALUES (2, 1) RETURNING n').get()
    expect(both()).toEqual([[[2, 1]], [[0]]])
    connection.exec('DELETE FROM children')
    expect(both()).toEqual([[[0, null]], [[2]]])
  })

  it('is not made again for what else was written, nor where a foreign key was looked up in its table', () => {
    const connection = family()
    const parents = keptReading(connection, 'SELECT count(*) FROM parents')
    parents.read()

    connection.prepare('INSERT INTO others (n) VALUES (1)').run()
    connection.prepare('INSERT INTO children (parent, n) VALUES (1, 11)').run()

    expect(parents.read()).toEqual([[2]])
    expect(parents.made()).toBe(1)
  })

  it('knows of triggers that were made after a statement was first used', () => {
    const connection = family()
    const log = keptReading(connection, LOG)
    const add = connection.prepare<[number]>('INSERT INTO others (n) VALUES (?)')
    add.run(1)
    connection.exec('CREATE TRIGGER told AFTER INSERT ON others BEGIN INSERT INTO log (n) VALUES (new.n); END')
    log.read()

    add.run(2)

    expect(log.read()).toEqual([[1]])
  })

  it('is made again after a transaction that was taken back', () => {
    const connection = family()
    const children = keptReading(connection, CHILDREN)
    const failing = connection.transaction(() => {
      connection.prepare('DELETE FROM children').run()
      expect(children.read()).toEqual([[0, null]])
      throw new Error('taken back')
    })

    expect(failing).toThrow('taken back')
    expect(children.read()).toEqual([[2, 10]])
  })

  it('is made again as a part of another one', () => {
    const connection = family()
    const inner = keptReading(connection, CHILDREN)
    const outer = tableWatchOf(connection).caching(() => inner.read())
    inner.read()
    outer()

    connection.prepare('INSERT INTO children (parent, n) VALUES (1, 1)').run()

    expect(outer()).toEqual([[3, 1]])
  })

  it('keeps rows by their bytes for a second, and nothing of a row that is not there', () => {
    const connection = family()
    const statement = connection.prepare<[number | undefined], { readonly n: number }>(
      'SELECT n FROM parents WHERE id = ?',
    )
    let made = 0
    let nowMs = 0
    const read = ([id]: Uint8Array) => {
      made += 1
      return statement.get(id)
    }
    const find = tableWatchOf(connection).cachingByKey(read, () => nowMs)
    const of = (id: number) => find(Uint8Array.of(id))

    expect([of(1), of(1), of(2), made]).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }, 2])
    expect([of(3), of(3), made]).toEqual([undefined, undefined, 4])
    nowMs = 999
    expect([of(1), made]).toEqual([{ n: 1 }, 4])
    nowMs = 1_000
    expect([of(1), made]).toEqual([{ n: 1 }, 5])
    connection.prepare('UPDATE parents SET n = 7 WHERE id = 1').run()
    expect(of(1)).toEqual({ n: 7 })
    connection.prepare('DELETE FROM parents').run()
    expect(of(1)).toBeUndefined()
  })

  it('answers what is in the tables, whatever was done to them and taken back', () => {
    fc.assert(
      fc.property(fc.array(GROUP, { maxLength: 8 }), (groups) => {
        const connection = family()
        const look = lookAt(connection)
        for (const group of groups) {
          try {
            run(connection, group, look)
          } catch (fault) {
            expect(String(fault)).toContain('taken back')
          }
          look()
        }
        connection.close()
      }),
      { numRuns: draws(60, 2_000) },
    )
  })
})

const STEP = fc.record({
  does: fc.constantFrom(
    'INSERT OR REPLACE INTO parents (id, n) VALUES (1 + @n % 3, @n)',
    'INSERT OR IGNORE INTO children (parent, n) SELECT id, @n FROM parents',
    'UPDATE OR IGNORE children SET n = n + 100 WHERE n = @n',
    'DELETE FROM parents WHERE id = @n',
    'DELETE FROM children WHERE n > @n',
    'UPDATE others SET n = @n',
  ),
  n: fc.integer({ min: 1, max: 5 }),
  looks: fc.boolean(),
})
/** What is written together, and what becomes of it: in a transaction that stays or is taken back, or each for itself. */
const GROUP = fc.record({ steps: fc.array(STEP, { maxLength: 5 }), ends: fc.constantFrom('kept', 'back', 'each') })
type Group = typeof GROUP extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Compares what is kept with what is in the tables. */
function lookAt(connection: Connection): () => void {
  const readings = [CHILDREN, LOG, 'SELECT count(*), sum(n) FROM parents'].map((sql) => {
    const plain = connection.prepare<[]>(sql).raw()
    return { kept: keptReading(connection, sql).read, now: () => plain.all() }
  })
  return () => {
    for (const { kept, now } of readings) expect(kept()).toEqual(now())
  }
}

function run(connection: Connection, { steps, ends }: Group, look: () => void): void {
  const write = () => {
    for (const { does, n, looks } of steps) {
      connection.prepare(does).run({ n })
      if (looks) look()
    }
    if (ends === 'back') throw new Error('taken back')
  }
  if (ends === 'each') write()
  else connection.transaction(write)()
}
