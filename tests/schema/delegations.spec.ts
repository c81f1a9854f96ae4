// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { migrate } from '../../src-main/sqlite/migrate.ts'
import { MIGRATIONS } from '../../src-main/sqlite/migrations/all.ts'
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
    INSERT INTO delegation_invitations VALUES ('offer', 'child', 'c1', 'parent', 'c2', 'token', 'reader', 'new', '${NOW}', NULL);
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
      ["SELECT id FROM invitations WHERE made_by_delegation = 'x'", 'invitations_made_by_delegation'],
      ["SELECT id FROM share_intents WHERE made_by_delegation = 'x'", 'share_intents_made_by_delegation'],
      [
        "SELECT id FROM delegation_invitations WHERE made_by_delegation = 'x'",
        'delegation_invitations_made_by_delegation',
      ],
    ] as const) {
      expect(planOf(sql)).toContain(index)
    }
  })

  it('step 340 › what was made by a delegation says so from then on, and every row stays', () => {
    const connection = openDatabase({ path: ':memory:' })
    migrate(
      connection,
      MIGRATIONS.filter(({ number }) => number < 340),
    )
    fillAccounts(connection)
    connection.exec(/* sql */ `
      INSERT INTO users (id, user_type, joined_at) VALUES ('other', 'human', '${NOW}');
      INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
        VALUES ('c1', 'vault-1', 'other', 'c2', 'key', '${NOW}'), ('c2', 'other', 'vault-1', 'c1', 'key', '${NOW}');
      INSERT INTO delegation_invitations VALUES ('offer', 'vault-1', 'c1', 'other', 'c2', 'token', 'reader', 'new', '${NOW}');
      INSERT INTO organizations (id, requestor_id, name, public_key, status, created_at)
        VALUES ('o1', 'vault-1', 'One', 'key', 'validated', '${NOW}');
      INSERT INTO organization_members (id, organization_id, user_id, role, created_at)
        VALUES ('m1', 'o1', 'vault-1', 'owner', '${NOW}');
    `)
    const invite = connection.prepare(/* sql */ `
      INSERT INTO invitations (id, user_id, token_hash, sealed_token, state, user_public_key, created_at, expire_at)
      VALUES (@id, 'vault-1', CAST(@id AS BLOB), x'02', 'new', 'key', '${NOW}', '${NOW}')
    `)
    for (const id of ['by delegate', 'by member', 'by oneself']) invite.run({ id })
    connection.exec(/* sql */ `
      INSERT INTO agent_invitations VALUES ('by delegate', 'm1', 'token'), ('by member', 'm1', NULL);
      INSERT INTO share_intents (id, invitation_id, user_id, item_id, item_label, slot_values, encrypted_dek, sharing_mode,
        acceptance_required, created_at)
        VALUES ('intent', 'by oneself', 'vault-1', 'i', 'Car', '[]', 'key', 'owner', 'acceptance_not_required', '${NOW}');
    `)

    migrate(connection, MIGRATIONS)

    const rows = (sql: string) => connection.prepare(sql).raw().all()
    expect(rows('SELECT id, made_by_delegation FROM invitations ORDER BY id')).toEqual([
      ['by delegate', 'token'],
      ['by member', null],
      ['by oneself', null],
    ])
    expect(rows('SELECT invitation_id FROM agent_invitations ORDER BY 1')).toEqual([['by delegate'], ['by member']])
    expect(rows('SELECT id, made_by_delegation FROM share_intents')).toEqual([['intent', null]])
    expect(rows('SELECT id, made_by_delegation FROM delegation_invitations')).toEqual([['offer', null]])
  })
})
