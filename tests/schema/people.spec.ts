// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { contentOf, fillAccounts, newDatabase } from '../support/service/database.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** Two connected users, an invitation the second one used, and a share intent of it. */
const FILL = /* sql */ `
  INSERT INTO users (id, user_type, joined_at) VALUES ('vault-2', 'human', '${TIME}');
  INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at) VALUES
    ('side-1', 'vault-1', 'vault-2', 'side-2', 'key 1', '${TIME}'), ('side-2', 'vault-2', 'vault-1', 'side-1', 'key 2', '${TIME}');
  INSERT INTO invitations (id, user_id, token_hash, sealed_token, state, invited_user_id, user_public_key, created_at, expire_at)
    VALUES ('invitation-1', 'vault-1', x'01', x'02', 'connected', 'vault-2', 'key 1', '${TIME}', '${TIME}');
  INSERT INTO share_intents (id, invitation_id, user_id, item_id, item_label, slot_values, encrypted_dek, sharing_mode,
    acceptance_required, created_at)
    VALUES ('intent-1', 'invitation-1', 'vault-1', 'item-1', 'Car', '[]', 'key', 'owner', 'acceptance_not_required', '${TIME}');
`

function filled() {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(FILL)
  return connection
}

describe('connections', () => {
  it('deletes both sides, the invitations and their intents together with a user', () => {
    const connection = filled()

    connection.exec("DELETE FROM users WHERE id = 'vault-1'")

    const left = contentOf(connection, ['connections', 'invitations', 'share_intents'])
    expect(Object.values(left).flat()).toEqual([])
  })

  it('keeps an invitation whose recipient is deleted, without naming anybody', () => {
    const connection = filled()

    connection.exec("DELETE FROM users WHERE id = 'vault-2'")

    expect(connection.prepare('SELECT state, invited_user_id FROM invitations').all()).toEqual([
      { state: 'connected', invited_user_id: null },
    ])
  })

  it.each([
    [
      'a second connection of the same two users',
      `INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
       VALUES ('side-3', 'vault-1', 'vault-2', 'side-4', 'key', '${TIME}')`,
    ],
    [
      'a connection of a user with themselves',
      `INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
       VALUES ('side-3', 'vault-1', 'vault-1', 'side-4', 'key', '${TIME}')`,
    ],
    [
      'a second invitation with the same token',
      `INSERT INTO invitations (id, user_id, token_hash, sealed_token, state, user_public_key, created_at, expire_at)
       VALUES ('invitation-2', 'vault-1', x'01', x'03', 'new', 'key', '${TIME}', '${TIME}')`,
    ],
  ])('refuses %s', (_, sql) => {
    expect(() => filled().exec(sql)).toThrow(/constraint failed/)
  })
})
