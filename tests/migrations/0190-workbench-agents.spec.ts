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

const ADD_USER = /* sql */ `
  INSERT INTO workbench_users (id, username, full_name, email, user_type, colour, registered, sealed_secret_string, created_at)
  VALUES ('u', 'name', 'Dana', '', 'human', 0, 1, x'01', '2026-01-01T00:00:00.000Z')`

describe('migration 190', () => {
  it('adds the agents and keeps the users', () => {
    const index = MIGRATIONS.findIndex(({ number }) => number === 190)
    migrate(connection, MIGRATIONS.slice(0, index))
    connection.exec(ADD_USER)

    migrate(connection, MIGRATIONS.slice(0, index + 1))

    expect(schemaVersion(connection)).toBe(190)
    expect(connection.prepare('SELECT id FROM workbench_users').pluck().all()).toEqual(['u'])
    expect(connection.prepare('SELECT count(*) FROM workbench_agents').pluck().get()).toBe(0)
  })

  it('has one agent of an organization and of each service, which goes with the user it is opened through', () => {
    migrate(connection, MIGRATIONS)
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
