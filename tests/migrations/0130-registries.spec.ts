// Proves docs/contract/workbench.md, Earlier versions.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

let connection: Connection

beforeEach(() => {
  connection = databaseBefore(130)
  fillAccounts(connection)
  connection.exec(`
    INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
    VALUES ('d1', '{}', 'sk-1', '2026-01-01T00:00:00.000Z');
  `)
})

afterEach(() => {
  connection.close()
})

describe('migration 130', () => {
  it('adds empty registries and keeps keys and definitions as they were', () => {
    expect(migrateTo(connection, 130)).toBe(130)

    expect(tableNames(connection)).toEqual(expect.arrayContaining(['registry_entries', 'trusted_issuers']))
    expect(
      connection.prepare('SELECT id, name, last_used_at, purpose, sealed_key FROM subscription_keys').all(),
    ).toEqual([{ id: 'sk-1', name: 'partner', last_used_at: null, purpose: null, sealed_key: null }])
    expect(connection.prepare('SELECT id, created_by_key, previous_id FROM presentation_definitions').all()).toEqual([
      { id: 'd1', created_by_key: 'sk-1', previous_id: null },
    ])
  })

  it('refuses a document twice in one registry, and two own keys for one purpose', () => {
    migrateTo(connection, 130)
    const addEntry = connection.prepare<[string]>(`
      INSERT INTO registry_entries (kind, key, document, sha256, source, added_at)
      VALUES (?, 'https://example.org/1', '{}', x'00', 'imported', '2026-01-01T00:00:00.000Z')`)
    const addKey = connection.prepare<[Uint8Array, string, string | null]>(`
      INSERT INTO subscription_keys (key_hash, id, name, created_at, purpose)
      VALUES (?, ?, 'one', '2026-01-01T00:00:00.000Z', ?)`)
    addEntry.run('schemas')
    addEntry.run('contexts')
    addKey.run(Uint8Array.of(1), 'k1', 'window')
    addKey.run(Uint8Array.of(2), 'k2', null)
    addKey.run(Uint8Array.of(3), 'k3', null)

    expect(() => addEntry.run('schemas')).toThrow('UNIQUE')
    expect(() => addKey.run(Uint8Array.of(4), 'k4', 'window')).toThrow('UNIQUE')
  })
})
