// Proves docs/contract/workbench.md, Earlier versions, Tables.

import { expect, it } from 'vitest'
import type { Connection } from '../database.ts'
import { openDatabase } from '../database.ts'
import type { Migration } from '../migrate.ts'
import { migrate, schemaVersion } from '../migrate.ts'
import { MIGRATIONS } from './all.ts'
import { lists } from './0380-lists.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const before = MIGRATIONS.filter(({ number }) => number < 380)

/** More rows than one portion takes, most of them gone: what counts is how far row ids go. */
function oldDatabase(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, before)
  connection.exec(/* sql */ `
    INSERT INTO users (id, user_type, joined_at) VALUES ('ada', 'human', '${TIME}'), ('bob', 'human', '${TIME}');
    INSERT INTO classification_schemes (id, name, label, owned_by_user, created_at)
      VALUES ('s', 'tag', 'Tags', 1, '${TIME}');
    INSERT INTO classification_nodes (id, scheme_id, user_id, name, label, created_at)
      VALUES ('n', 's', 'ada', 'x', 'X', '${TIME}');
  `)
  const item = connection.prepare(/* sql */ `
    INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
      created_at, updated_at)
    VALUES (@id, @user, 'ada', @template, 'T', 'i', 'I', 1, 1, @at, @at)`)
  const slot = connection.prepare(/* sql */ `
    INSERT INTO slots (item_id, ordinal, created_at, id, name, label, visible, required, slot_type_name, updated_at)
    VALUES (?, ?, '${TIME}', ?, 's', 'S', 1, 0, 'key_value', '${TIME}')`)
  const link = connection.prepare(
    "INSERT INTO classifications (rowid, item_id, slot_id, node_id, user_id) VALUES (?, ?, NULL, 'n', 'ada')",
  )
  const share = connection.prepare(/* sql */ `
    INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, sharing_mode, acceptance_required,
      created_at, values_in_copy)
    VALUES (?, 'ada', 'ada', 'bob', ?, 'k', 'owner', 'accepted', '${TIME}', 0)`)
  const task = connection.prepare(/* sql */ `
    INSERT INTO client_tasks (id, user_id, state, work_type, target_id, additional_options, report, created_at)
    VALUES (?, 'ada', ?, 'update_item_shares', 'i1', '{}', '{}', '${TIME}')`)
  for (const number of [1, 2, 3, 4]) {
    const [id, at] = [`i${number}`, `2026-01-0${number}T00:00:00.000Z`]
    item.run({ id, user: number === 4 ? 'bob' : 'ada', template: `t${number % 2}`, at })
    for (let ordinal = 0; ordinal < number; ordinal += 1) slot.run(id, ordinal, `${id}/${ordinal}`)
    link.run(number * 15_000, id)
    share.run(`share ${number}`, id)
    task.run(`task ${number}`, number < 3 ? 'todo' : 'done')
  }
  return connection
}

const all = (connection: Connection, sql: string) => connection.prepare(sql).raw().all()

function expectMigrated(connection: Connection): void {
  const times = 'SELECT item_id, item_created_at FROM classifications UNION SELECT item_id, item_created_at FROM shares'
  expect(all(connection, times)).toEqual(
    [1, 2, 3, 4].map((number) => [`i${number}`, `2026-01-0${number}T00:00:00.000Z`]),
  )
  expect(all(connection, 'SELECT * FROM item_counts')).toEqual([
    ['ada', 't0', 0, 1, 2],
    ['ada', 't1', 0, 2, 4],
    ['bob', 't0', 1, 1, 4],
  ])
  expect(all(connection, 'SELECT * FROM client_task_counts')).toEqual([
    ['ada', 'done', 2],
    ['ada', 'todo', 2],
  ])
  expect(schemaVersion(connection)).toBe(MIGRATIONS.at(-1)?.number)
}

const schemaOf = (connection: Connection) => all(connection, 'SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2')

it('step 380 › notes the times of items, counts rows, and tells how far it is', () => {
  const connection = oldDatabase()
  const told: number[] = []

  migrate(connection, MIGRATIONS, (done) => told.push(done))

  expectMigrated(connection)
  expect(told.length).toBeGreaterThan(15)
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  expect(told.at(-1)).toBe(1)
})

it('step 380 › ended after any portion it goes on at the next start, and comes to the same', () => {
  const whole = oldDatabase()
  let portions = 0
  migrate(whole, MIGRATIONS, () => (portions += 1))

  for (let end = 1; end < portions; end += 1) {
    const connection = oldDatabase()
    let told = 0
    const end_ = () => {
      told += 1
      if (told === end) throw new Error('ended')
    }
    expect(() => migrate(connection, MIGRATIONS, end_)).toThrow('ended')
    migrate(connection, MIGRATIONS)

    expectMigrated(connection)
    expect(schemaOf(connection)).toEqual(schemaOf(whole))
    connection.close()
  }
})

it('step 380 › a portion is written before the next one begins', () => {
  const connection = oldDatabase()
  const [first] = 'parts' in lists ? lists.parts : []
  const broken: Migration = {
    ...lists,
    parts: [
      ...(first === undefined ? [] : [first]),
      // oxlint-disable-next-line require-yield -- it fails before
      function* () {
        throw new Error('no room')
      },
    ],
  }

  expect(() => migrate(connection, [...before, broken])).toThrow('no room')

  expect(all(connection, "SELECT name FROM sqlite_schema WHERE name = 'items_of_user_by_owner'")).toHaveLength(1)
  expect(schemaVersion(connection)).toBe(370)
})
