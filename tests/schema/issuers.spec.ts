// Proves docs/contract/workbench.md, Tables.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { newDatabase } from '../support/service/database.ts'

let connection: Connection

beforeEach(() => {
  connection = newDatabase()
})

afterEach(() => {
  connection.close()
})

describe('issuers', () => {
  it('refuses an index of one list twice, but any number of credentials without', () => {
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
    const plan = connection
      .prepare<[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT * FROM issued_credentials WHERE listed = 1 ORDER BY id DESC LIMIT 10',
      )
      .all()

    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('issued_credentials_listed')])
  })
})
