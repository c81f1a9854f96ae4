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

const ADD_USER = /* sql */ `
  INSERT INTO workbench_users (id, username, full_name, email, user_type, colour, registered, sealed_secret_string, created_at)
  VALUES ('u', 'name', 'Dana', '', 'human', 0, 1, x'01', '2026-01-01T00:00:00.000Z')`

describe('workbench-agents', () => {
  it('has one agent of an organization and of each service, which goes with the user it is opened through', () => {
    connection.exec(ADD_USER)
    const insert = connection.prepare<[string, string | null]>(/* sql */ `
      INSERT INTO workbench_agents (id, vault_user_id, full_name, organization_id, service_id, through_user_id, colour,
        key_fingerprint, created_at)
      VALUES (?, 'v', 'Harbour Clinic', 'o', ?, 'u', 1, 'ABCD', '2026-01-01T00:00:00.000Z')`)
    insert.run('1', null)
    insert.run('2', 's')

    expect(() => insert.run('3', null)).toThrow('UNIQUE')
    expect(() => insert.run('3', 's')).toThrow('UNIQUE')
    connection.exec("DELETE FROM workbench_users WHERE id = 'u'")
    expect(connection.prepare('SELECT count(*) FROM workbench_agents').pluck().get()).toBe(0)
  })
})

describe('workbench-delegations', () => {
  it('has one account for each connection of a delegate, which goes with the delegate', () => {
    connection.exec(ADD_USER)
    const insert = connection.prepare<[string, string, number]>(/* sql */ `
      INSERT INTO workbench_delegations (id, vault_user_id, full_name, connection_id, role, child, through_user_id, colour,
        key_fingerprint, created_at)
      VALUES (?, 'v', 'Kim', ?, 'owner', ?, 'u', 1, 'ABCD', '2026-01-01T00:00:00.000Z')`)
    insert.run('1', 'c', 1)
    insert.run('2', 'd', 0)

    expect(() => insert.run('3', 'c', 1)).toThrow('UNIQUE')
    expect(() => insert.run('3', 'e', 2)).toThrow('CHECK')
    connection.exec("DELETE FROM workbench_users WHERE id = 'u'")
    expect(connection.prepare('SELECT count(*) FROM workbench_delegations').pluck().get()).toBe(0)
  })
})
