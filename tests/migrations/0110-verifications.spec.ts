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

describe('migration 110', () => {
  it('adds the tables of verifications and keeps the definitions', () => {
    const index = MIGRATIONS.findIndex(({ number }) => number === 110)
    migrate(connection, MIGRATIONS.slice(0, index))
    connection.exec(`
      INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
      VALUES ('d1', '{}', 'k1', '2026-01-01T00:00:00.000Z');
    `)

    migrate(connection, MIGRATIONS.slice(0, index + 1))

    expect(schemaVersion(connection)).toBe(110)
    expect(connection.prepare('SELECT id FROM presentation_definitions').pluck().all()).toEqual(['d1'])
    for (const table of ['accepted_presentations', 'verifications']) {
      expect(connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
    }
  })

  it('refuses a digest twice, and a submission id of one holder twice', () => {
    migrate(connection, MIGRATIONS)
    const insert = connection.prepare<[Uint8Array, string | null]>(`
      INSERT INTO accepted_presentations (digest, holder, submission_id, expires_at)
      VALUES (?, 'h', ?, '2026-01-01T00:00:00.000Z')`)
    insert.run(Uint8Array.of(1), 's')

    expect(() => insert.run(Uint8Array.of(1), 'other')).toThrow('UNIQUE')
    expect(() => insert.run(Uint8Array.of(2), 's')).toThrow('UNIQUE')
    insert.run(Uint8Array.of(2), null)
    insert.run(Uint8Array.of(3), null)
  })
})
