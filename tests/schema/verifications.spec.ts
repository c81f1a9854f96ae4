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

describe('verifications', () => {
  it('refuses a digest twice, and a submission id of one holder twice', () => {
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
