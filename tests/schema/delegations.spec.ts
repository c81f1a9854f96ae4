// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

const NOW = '2026-01-01T00:00:00.000Z'

/** The account owner is `ks-1`; its delegate has no account in the vault. */
function filled() {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(/* sql */ `
    INSERT INTO keystore_users (id, created_at) VALUES ('delegate', '${NOW}');
    INSERT INTO users (id, user_type, joined_at) VALUES ('child', 'human', '${NOW}'), ('parent', 'human', '${NOW}');
    INSERT INTO child_users (user_id, created_at) VALUES ('child', '${NOW}');
    INSERT INTO delegations VALUES ('token', 'ks-1', 'delegate', 'reader', '${NOW}', '${NOW}', NULL, 0, NULL, 'signature',
      NULL, NULL, '${NOW}');
    INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
    VALUES ('c1', 'child', 'parent', 'c2', 'key', '${NOW}'), ('c2', 'parent', 'child', 'c1', 'key', '${NOW}');
    INSERT INTO delegation_invitations VALUES ('offer', 'child', 'c1', 'parent', 'c2', 'token', 'reader', 'new', '${NOW}');
  `)
  return connection
}
const TABLES = ['child_users', 'delegation_invitations', 'delegations']
const left = (connection: ReturnType<typeof filled>) =>
  TABLES.filter((table) => connection.prepare(`SELECT 1 FROM ${table}`).get() !== undefined)

describe('delegations', () => {
  it('have a key and say whose it is, or neither; are claimed by somebody, or not at all', () => {
    const connection = filled()
    const update = (sql: string) => () => connection.prepare(`UPDATE delegations SET ${sql}`).run()

    expect(update("account_owner_kek = 'sealed'")).toThrow('CHECK')
    expect(update('is_connection_key = 1')).toThrow('CHECK')
    expect(update('claimed_at = NULL')).toThrow('CHECK')
    expect(update('delegate_id = NULL')).toThrow('CHECK')
    expect(update("account_owner_kek = 'sealed', is_connection_key = 0")).not.toThrow()
  })

  it.each([
    ["DELETE FROM keystore_users WHERE id = 'ks-1'", ['child_users', 'delegation_invitations']],
    ["DELETE FROM keystore_users WHERE id = 'delegate'", ['child_users', 'delegation_invitations']],
    ["DELETE FROM users WHERE id = 'child'", ['delegations']],
    ["DELETE FROM connections WHERE id = 'c2'", ['child_users', 'delegations']],
  ])('go with whom they are about: %s', (sql, expected) => {
    const connection = filled()

    connection.exec(sql)

    expect(left(connection)).toEqual(expected)
  })

  it('are found by the index of their token, account owner and delegate', () => {
    const connection = filled()
    const planOf = (sql: string) => JSON.stringify(connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
    for (const [sql, index] of [
      ["SELECT * FROM delegations WHERE account_owner_id = 'x'", 'delegations_by_account_owner'],
      ["SELECT * FROM delegations WHERE delegate_id = 'x'", 'delegations_by_delegate'],
      ["SELECT id FROM sessions WHERE delegation_token = 'x'", 'sessions_by_delegation'],
      ["SELECT id FROM connections WHERE delegation_token = 'x'", 'connections_by_delegation'],
      ["SELECT id FROM invitations WHERE delegation_token = 'x'", 'invitations_by_delegation'],
      ["SELECT * FROM agent_invitations WHERE delegation_token = 'x'", 'agent_invitations_by_delegation'],
    ] as const) {
      expect(planOf(sql)).toContain(index)
    }
  })
})
