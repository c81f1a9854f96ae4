// Proves docs/contract/workbench.md, Tables.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

let connection: Connection

beforeEach(() => {
  connection = newDatabase()
  fillAccounts(connection)
  connection.exec(`
    INSERT INTO presentation_definitions (id, definition, created_by_key, created_at)
    VALUES ('d1', '{}', 'sk-1', '2026-01-01T00:00:00.000Z');
  `)
})

afterEach(() => {
  connection.close()
})

describe('registries', () => {
  it('refuses a document twice in one registry, and two own keys for one purpose', () => {
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
