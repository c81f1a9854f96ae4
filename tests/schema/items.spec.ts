// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { contentOf, fillAccounts, newDatabase } from '../support/service/database.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** One row in every table of step 40; the item and its slot are classified with a tag and a global node. */
const FILL = /* sql */ `
  INSERT INTO seeds VALUES ('first-start', '${TIME}');
  INSERT INTO classification_schemes VALUES ('scheme-1', 'tag', 'Tags', NULL, 1, '${TIME}');
  INSERT INTO classification_nodes (id, scheme_id, user_id, name, label, created_at) VALUES
    ('node-1', 'scheme-1', NULL, 'pet', 'Pet', '${TIME}'), ('tag-1', 'scheme-1', 'vault-1', 'rare', 'Rare', '${TIME}');
  INSERT INTO item_templates (id, user_id, name, label, created_at, updated_at) VALUES
    ('template-1', NULL, 'custom', 'Custom', '${TIME}', '${TIME}'),
    ('template-2', 'vault-1', 'mine', 'Mine', '${TIME}', '${TIME}');
  INSERT INTO template_slots (item_template_id, id, name, label, slot_type_name, created_at, updated_at)
    VALUES ('template-2', 'template-slot-1', 'a', 'A', 'url', '${TIME}', '${TIME}');
  INSERT INTO template_classifications VALUES ('template-2', 'tag-1');
  INSERT INTO attachments (id, user_id) VALUES ('attachment-1', 'vault-1');
  INSERT INTO attachments_folders (id, user_id) VALUES ('folder-1', 'vault-1');
  INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
    created_at, updated_at)
    VALUES ('item-1', 'vault-1', 'vault-1', 'template-2', 'Mine', 'car', 'Car', 1, 1, '${TIME}', '${TIME}');
  INSERT INTO slots (item_id, ordinal, created_at, id, name, label, visible, required, slot_type_name, attachment_id,
    attachments_folder_id, updated_at)
    VALUES ('item-1', 0, '${TIME}', 'slot-1', 'a', 'A', 1, 0, 'url', 'attachment-1', 'folder-1', '${TIME}');
  INSERT INTO classifications (item_id, slot_id, node_id, user_id) VALUES ('item-1', NULL, 'node-1', 'vault-1'), ('item-1', NULL, 'tag-1', 'vault-1'),
    ('item-1', 'slot-1', 'node-1', 'vault-1');
`

function filled() {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(FILL)
  const counts = () =>
    connection.prepare('SELECT node_id, classifications_count FROM classification_counts ORDER BY node_id').raw().all()
  return { connection, counts }
}

describe('items', () => {
  it('counts classified records as links come and go', () => {
    const { connection, counts } = filled()

    expect(counts()).toEqual([
      ['node-1', 2],
      ['tag-1', 1],
    ])
    connection.exec("DELETE FROM slots WHERE id = 'slot-1'")
    expect(counts()).toEqual([
      ['node-1', 1],
      ['tag-1', 1],
    ])
    connection.exec("DELETE FROM items WHERE id = 'item-1'")
    expect(counts()).toEqual([])
  })

  it('deletes everything of a user together with the user, and nothing else', () => {
    const { connection } = filled()

    connection.exec("DELETE FROM users WHERE id = 'vault-1'")

    const left = contentOf(connection, [
      'items',
      'slots',
      'classifications',
      'classification_counts',
      'attachments',
      'attachments_folders',
      'template_slots',
    ])
    expect(Object.values(left).flat()).toEqual([])
    expect(connection.prepare('SELECT id FROM classification_nodes').pluck().all()).toEqual(['node-1'])
    expect(connection.prepare('SELECT id FROM item_templates').pluck().all()).toEqual(['template-1'])
  })

  it.each([
    [
      'a second link to the same node',
      "INSERT INTO classifications (item_id, slot_id, node_id, user_id) VALUES ('item-1', NULL, 'tag-1', 'vault-1')",
    ],
    ['a slot of no item', "UPDATE slots SET item_id = 'none'"],
    ['a slot with an unknown attachment', "UPDATE slots SET attachment_id = 'none'"],
    ['deleting a node that is in use', "DELETE FROM classification_nodes WHERE id = 'node-1'"],
    ['deleting an attachment that is in use', "DELETE FROM attachments WHERE id = 'attachment-1'"],
    [
      'a second system template of the name',
      `INSERT INTO item_templates (id, name, label, created_at, updated_at) VALUES ('t', 'custom', 'C', '${TIME}', '${TIME}')`,
    ],
    [
      'a second tag of the name',
      `INSERT INTO classification_nodes (id, scheme_id, user_id, name, label, created_at)
       VALUES ('n', 'scheme-1', 'vault-1', 'rare', 'R', '${TIME}')`,
    ],
  ])('refuses %s', (_, sql) => {
    const { connection } = filled()

    expect(() => connection.exec(sql)).toThrow(/constraint failed/)
  })
})
