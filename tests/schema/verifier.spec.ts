// Proves docs/contract/workbench.md, Tables.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { contentOf, fillAccounts, newDatabase } from '../support/service/database.ts'

let connection: Connection

beforeEach(() => {
  connection = newDatabase()
  fillAccounts(connection)
})

afterEach(() => {
  connection.close()
})

describe('verifier', () => {
  it('takes attempts and steps of a request only, and deletes them with it', () => {
    const addAttempt = connection.prepare<[string]>(`
      INSERT INTO verifier_attempts (id, request_id, received_at, bytes, http_status)
      VALUES ('a1', ?, '2026-01-01T00:00:00.000Z', 2, 200)`)
    const addStep = connection.prepare<[string]>(`
      INSERT INTO verifier_request_steps (request_id, number, at, kind)
      VALUES (?, 1, '2026-01-01T00:00:00.000Z', 'created')`)
    connection.exec(`
      INSERT INTO verifier_requests (id, definition_id, state, created_at, expires_at, binding, max_attempts,
        attempt_count, fetch_count, refusal_count, policy, wallet_scheme, on_valid)
      VALUES ('r1', 'd1', 'waiting', '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z', 'required', 1, 0, 0, 0,
        '{}', 'wallet', '{}');
    `)
    addAttempt.run('r1')
    addStep.run('r1')

    expect(() => addAttempt.run('r2')).toThrow()
    expect(() => addStep.run('r2')).toThrow('FOREIGN KEY')
    expect(() => addStep.run('r1')).toThrow('UNIQUE')
    connection.exec('DELETE FROM verifier_requests')
    expect(contentOf(connection, ['verifier_attempts', 'verifier_request_steps'])).toEqual({
      verifier_attempts: [],
      verifier_request_steps: [],
    })
  })
})
