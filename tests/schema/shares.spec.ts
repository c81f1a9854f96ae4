// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { contentOf, fillAccounts, newDatabase } from '../support/service/database.ts'

const TIME = '2026-01-01T00:00:00.000Z'

const item = (id: string, userId: string, original: string) =>
  `('${id}', '${userId}', 'vault-1', ${original}, 't', 'T', 'car', 'Car', 0, 1, '${TIME}', '${TIME}')`

/** An item that one user shared with another, with its copy, a value that waits, and a task. */
const FILL = /* sql */ `
  INSERT INTO users (id, user_type, joined_at) VALUES ('vault-2', 'human', '${TIME}');
  INSERT INTO items (id, user_id, owner_id, original_id, item_template_id, item_template_label, name, label, ordinal,
    visible, created_at, updated_at)
    VALUES ${item('item-1', 'vault-1', 'NULL')}, ${item('copy-1', 'vault-2', "'item-1'")};
  INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, sharing_mode, acceptance_required,
    created_at, values_in_copy)
    VALUES ('share-1', 'vault-1', 'vault-1', 'vault-2', 'item-1', 'key 2', 'owner', 'acceptance_required', '${TIME}', 0);
  INSERT INTO share_values (share_id, slot_id, encrypted_value) VALUES ('share-1', 'slot-1', 'sealed');
  INSERT INTO client_tasks (id, user_id, state, work_type, target_id, additional_options, report, created_at)
    VALUES ('task-1', 'vault-1', 'todo', 'update_item_shares', 'item-1', '{}', '{}', '${TIME}');
`

function filled() {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(FILL)
  return connection
}

describe('shares', () => {
  it.each(['vault-1', 'vault-2'])('deletes the shares of a user together with the user', (id) => {
    const connection = filled()

    connection.prepare('DELETE FROM users WHERE id = ?').run(id)

    expect(Object.values(contentOf(connection, ['shares', 'share_values'])).flat()).toEqual([])
  })

  it('deletes shares and waiting values together with the original', () => {
    const connection = filled()

    connection.exec("DELETE FROM items WHERE id = 'item-1'")

    expect(Object.values(contentOf(connection, ['shares', 'share_values'])).flat()).toEqual([])
  })

  it('refuses a second copy for the same recipient', () => {
    const connection = filled()
    const second = () =>
      connection.exec(`
        INSERT INTO items (id, user_id, owner_id, original_id, item_template_id, item_template_label, name, label,
          ordinal, visible, created_at, updated_at) VALUES ${item('copy-2', 'vault-2', "'item-1'")}`)

    expect(second).toThrow('UNIQUE')
  })
})
