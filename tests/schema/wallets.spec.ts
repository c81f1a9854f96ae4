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

const USER = "INSERT INTO users (id, user_type, joined_at) VALUES ('u1', 'human', '2026-01-01T00:00:00.000Z')"
const TABLES = ['wallet_holder_keys', 'wallet_credentials', 'wallet_runs']

describe('wallets', () => {
  it('has one default key and one open run for each owner, and nothing without its owner', () => {
    connection.exec(USER)
    const key = connection.prepare<[string, string, number]>(`
      INSERT INTO wallet_holder_keys (id, owner_id, did, algorithm, sealed_secret, created_at, is_default)
      VALUES (?, ?, 'did:key:z', 'Ed25519', '', '', ?)`)
    const run = connection.prepare<[string, string]>(`
      INSERT INTO wallet_runs (id, owner_id, state, started_at, in_matrix, sealed_run) VALUES (?, 'u1', ?, '', 0, '')`)
    key.run('k1', 'u1', 1)
    key.run('k2', 'u1', 0)
    run.run('r1', 'choosing')
    run.run('r2', 'refused')

    expect(() => key.run('k3', 'u1', 1)).toThrow('UNIQUE')
    expect(() => key.run('k4', 'nobody', 0)).toThrow('FOREIGN KEY')
    expect(() => run.run('r3', 'choosing')).toThrow('UNIQUE')
    connection.exec("DELETE FROM users WHERE id = 'u1'")
    for (const table of TABLES) expect(connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
  })
})
