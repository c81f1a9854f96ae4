// Proves docs/contract/workbench.md, Tables.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

let connection: Connection

beforeEach(() => {
  connection = newDatabase()
  fillAccounts(connection)
})

const addMember = (id: string, userId: string, role: string) => /* sql */ `
  INSERT INTO organization_members (id, organization_id, user_id, role, created_at)
  VALUES ('${id}', 'org-1', '${userId}', '${role}', '2026-01-01T00:00:00.000Z');`

/** An organization with an agent and a second user. */
function withOrganization(): void {
  connection.exec(/* sql */ `
    INSERT INTO users (id, user_type, joined_at) VALUES ('vault-2', 'human', '2026-01-01T00:00:00.000Z');
    INSERT INTO users (id, user_type, joined_at) VALUES ('agent-1', 'organization_agent', '2026-01-01T00:00:00.000Z');
    INSERT INTO organizations (id, name, public_key, status, requestor_id, validated_by_id, agent_id, created_at)
    VALUES ('org-1', 'Clinic', 'key', 'validated', 'vault-1', 'vault-1', 'agent-1', '2026-01-01T00:00:00.000Z');
    INSERT INTO organization_services (id, organization_id, name, public_key, status, requestor_id, created_at)
    VALUES ('service-1', 'org-1', 'Dates', 'key', 'requested', 'vault-1', '2026-01-01T00:00:00.000Z');
  `)
}

const counts = () => connection.prepare('SELECT members_count, owners_count FROM organizations').raw().get()

describe('organizations', () => {
  it('counts members and owners as they come, change and go', () => {
    withOrganization()
    expect(counts()).toEqual([0, 0])

    connection.exec(addMember('m1', 'vault-1', 'owner') + addMember('m2', 'vault-2', 'admin'))
    expect(counts()).toEqual([2, 1])
    connection.exec("UPDATE organization_members SET role = 'owner'")
    expect(counts()).toEqual([2, 2])
    connection.exec("UPDATE organization_members SET role = 'admin' WHERE id = 'm1'")
    expect(counts()).toEqual([2, 1])
    connection.exec("DELETE FROM users WHERE id = 'vault-2'")
    expect(counts()).toEqual([1, 0])
  })

  it('takes a user as member of an organization once', () => {
    withOrganization()
    connection.exec(addMember('m1', 'vault-1', 'owner'))

    expect(() => connection.exec(addMember('m2', 'vault-1', 'admin'))).toThrow('UNIQUE')
  })

  it('suspends an agent once, and no longer than there is the agent', () => {
    withOrganization()
    const suspend = /* sql */ `INSERT INTO suspended_agents (agent_id, suspended_by, suspended_at)
      VALUES ('agent-1', 'operator', '2026-01-01T00:00:00.000Z')`
    connection.exec(suspend)
    expect(() => connection.exec(suspend)).toThrow('UNIQUE')

    connection.exec("UPDATE organizations SET agent_id = NULL; DELETE FROM users WHERE id = 'agent-1'")
    expect(connection.prepare('SELECT count(*) FROM suspended_agents').pluck().get()).toBe(0)
  })

  it('keeps what a deleted user requested and reviewed, without the user; its agent cannot be deleted', () => {
    withOrganization()
    connection.exec("DELETE FROM users WHERE id = 'vault-1'")

    expect(connection.prepare('SELECT requestor_id, validated_by_id FROM organizations').raw().get()).toEqual([
      null,
      null,
    ])
    expect(connection.prepare('SELECT requestor_id FROM organization_services').raw().get()).toEqual([null])
    expect(() => connection.exec("DELETE FROM users WHERE id = 'agent-1'")).toThrow('FOREIGN KEY')
  })

  it('sessions of agents lose their note with the session or the membership', () => {
    withOrganization()
    connection.exec(addMember('m1', 'vault-1', 'owner'))
    connection.exec("INSERT INTO agent_sessions (session_id, organization_member_id) VALUES ('session-1', 'm1')")
    connection.exec("DELETE FROM sessions WHERE id = 'session-1'")

    expect(connection.prepare('SELECT count(*) FROM agent_sessions').pluck().get()).toBe(0)
  })

  it('services and members go with their organization', () => {
    withOrganization()
    connection.exec(addMember('m1', 'vault-1', 'owner'))

    connection.exec('DELETE FROM organizations')

    for (const table of ['organization_services', 'organization_members']) {
      expect(connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0)
    }
  })
})
