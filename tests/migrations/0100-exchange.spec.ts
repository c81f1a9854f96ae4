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

describe('migration 100', () => {
  it('adds the tables of the exchange and keeps the subscription keys', () => {
    const index = MIGRATIONS.findIndex(({ number }) => number === 100)
    migrate(connection, MIGRATIONS.slice(0, index))
    connection.exec(`
      INSERT INTO subscription_keys (key_hash, id, name, created_at)
      VALUES (x'01', 'k1', 'generated', '2026-01-01T00:00:00.000Z');
    `)

    migrate(connection, MIGRATIONS.slice(0, index + 1))

    expect(schemaVersion(connection)).toBe(100)
    expect(connection.prepare('SELECT id FROM subscription_keys').pluck().all()).toEqual(['k1'])
    expect(connection.prepare('SELECT count(*) FROM presentation_definitions').pluck().get()).toBe(0)
  })

  it('refuses two definitions with one id', () => {
    migrate(connection, MIGRATIONS)
    const insert = connection.prepare(`
      INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
      VALUES ('1', '{}', 'k1', '2026-01-01T00:00:00.000Z')`)
    insert.run()

    expect(() => insert.run()).toThrow('UNIQUE')
  })
})
