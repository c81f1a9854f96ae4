// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src-main/sqlite/database.ts'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

const addShare = (id: string, state: string) => /* sql */ `
  INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, sharing_mode, acceptance_required,
    created_at, values_in_copy)
  VALUES ('${id}', 'vault-2', 'vault-2', 'vault-1', 'item-1', 'key', 'owner', '${state}', '2026-01-01T00:00:00.000Z', 1);`

function withShares(): Connection {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(/* sql */ `
    INSERT INTO users (id, user_type, joined_at) VALUES ('vault-2', 'human', '2026-01-01T00:00:00.000Z');
    INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
      created_at, updated_at)
      VALUES ('item-1', 'vault-2', 'vault-2', 't', 'T', 'car', 'Car', 1, 1, '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z');
    ${addShare('s1', 'accepted')} ${addShare('s2', 'acceptance_required')} ${addShare('s3', 'acceptance_required')}`)
  return connection
}

const counts = (connection: Connection) => connection.prepare('SELECT * FROM share_counts').raw().all()

describe('share counts', () => {
  it('counts on as shares come, are answered, and go, also with their users', () => {
    const connection = withShares()

    connection.exec(`${addShare('s4', 'accepted')} UPDATE shares SET acceptance_required = 'accepted' WHERE id = 's2';`)
    expect(counts(connection)).toEqual([
      ['vault-1', 'acceptance_required', 1],
      ['vault-1', 'accepted', 3],
    ])
    connection.exec(
      "UPDATE shares SET acceptance_required = 'rejected' WHERE id = 's3'; DELETE FROM shares WHERE id = 's1'",
    )
    expect(counts(connection)).toEqual([
      ['vault-1', 'accepted', 2],
      ['vault-1', 'rejected', 1],
    ])
    connection.exec("DELETE FROM users WHERE id = 'vault-2'")
    expect(counts(connection)).toEqual([])
  })
})
