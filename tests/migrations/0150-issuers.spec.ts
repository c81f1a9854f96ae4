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

describe('migration 150', () => {
  it('adds the tables of the issuers and keeps the settings', () => {
    const index = MIGRATIONS.findIndex(({ number }) => number === 150)
    migrate(connection, MIGRATIONS.slice(0, index))
    connection.exec("INSERT INTO workbench_settings (name, value) VALUES ('kept', x'01')")

    migrate(connection, MIGRATIONS.slice(0, index + 1))

    expect(schemaVersion(connection)).toBe(150)
    expect(connection.prepare('SELECT name FROM workbench_settings').pluck().all()).toEqual(['kept'])
    for (const table of ['issuer_keys', 'issued_credentials']) {
      expect(connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
    }
  })

  it('refuses an index of one list twice, but any number of credentials without', () => {
    migrate(connection, MIGRATIONS)
    const insert = connection.prepare<[string, string, number | null]>(/* sql */ `
      INSERT INTO issued_credentials (id, credential_id, issuer_id, issuer_did, algorithm, schema, subject, format, issued,
        status_index, listed)
      VALUES (?, 'urn:x', 'i', ?, 'EdDSA', 's', 'did:example:s', 'ldp_vc', '2026-01-01T00:00:00Z', ?, 1)`)
    insert.run('1', 'did:example:i', 7)

    expect(() => insert.run('2', 'did:example:i', 7)).toThrow('UNIQUE')
    insert.run('3', 'did:example:other', 7)
    insert.run('4', 'did:example:i', null)
    insert.run('5', 'did:example:i', null)
  })

  it('a page of what was issued is read from the index', () => {
    migrate(connection, MIGRATIONS)
    const plan = connection
      .prepare<[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT * FROM issued_credentials WHERE listed = 1 ORDER BY id DESC LIMIT 10',
      )
      .all()

    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('issued_credentials_listed')])
  })
})
