// Proves docs/contract/workbench.md, Earlier versions.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { migrate, schemaVersion } from '../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../src-main/sqlite/migrations/all.ts'

let connection: Connection

beforeEach(() => {
  connection = openDatabase({ path: ':memory:' })
})

afterEach(() => {
  connection.close()
})

describe('migration 50', () => {
  it('adds the tables of the workbench and keeps what was there', () => {
    const index = MIGRATIONS.findIndex(({ number }) => number === 50)
    migrate(connection, MIGRATIONS.slice(0, index))
    connection.exec(`
      INSERT INTO users (id, user_type, joined_at) VALUES ('u1', 'human', '2026-01-01T00:00:00.000Z');
      INSERT INTO subscription_keys (key_hash, id, name, created_at) VALUES (x'01', 'k1', 'generated', '2026-01-01T00:00:00.000Z');
    `)

    migrate(connection, MIGRATIONS.slice(0, index + 1))

    expect(schemaVersion(connection)).toBe(50)
    expect(connection.prepare('SELECT id FROM users').pluck().all()).toEqual(['u1'])
    expect(connection.prepare('SELECT id FROM subscription_keys').pluck().all()).toEqual(['k1'])
    expect(connection.prepare('SELECT count(*) FROM workbench_users').pluck().get()).toBe(0)
    expect(connection.prepare('SELECT count(*) FROM workbench_settings').pluck().get()).toBe(0)
  })

  it('refuses two users of the same account', () => {
    migrate(connection, MIGRATIONS)
    const insert = connection.prepare(`
      INSERT INTO workbench_users (id, username, full_name, email, user_type, colour, registered, sealed_secret_string, created_at)
      VALUES (?, 'name', 'A', '', 'human', 0, 0, x'00', '2026-01-01T00:00:00.000Z')`)
    insert.run('1')

    expect(() => insert.run('2')).toThrow('UNIQUE')
  })
})
