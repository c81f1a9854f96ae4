// Proves docs/contract/workbench.md, Tables.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newDatabase } from '../support/service/database.ts'

const TIME = '2026-01-01T00:00:00.000Z'

/** Statements that add, change and remove what is counted; `n` says which row. */
const STEPS: Readonly<Record<string, (n: number) => string>> = {
  item: (n) => `INSERT OR IGNORE INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label,
      ordinal, visible, created_at, updated_at)
    VALUES ('i${n}', 'u${n % 2}', 'u${n > 2 ? 0 : n % 2}', 't', 'T', 'i', 'I', 1, 1, '${TIME}', '${TIME}')`,
  slot: (n) => `INSERT OR IGNORE INTO slots (item_id, ordinal, created_at, id, name, label, visible, required,
      slot_type_name, updated_at)
    SELECT id, 1, '${TIME}', id || '/${n}', 's', 'S', 1, 0, 'key_value', '${TIME}' FROM items WHERE id = 'i${n % 4}'`,
  'no slot': (n) => `DELETE FROM slots WHERE id LIKE 'i${n % 4}/%' AND id < 'i${n % 4}/5'`,
  'no item': (n) => `DELETE FROM items WHERE id = 'i${n}'`,
  node: (n) => `INSERT OR IGNORE INTO classifications (item_id, slot_id, node_id, user_id)
    SELECT id, NULL, 'n${n % 2}', user_id FROM items WHERE id = 'i${n}'`,
  'node of a slot': (n) => `INSERT OR IGNORE INTO classifications (item_id, slot_id, node_id, user_id)
    SELECT item_id, slots.id, 'n${n % 2}', user_id FROM slots JOIN items ON items.id = item_id WHERE item_id = 'i${n}'`,
  'no node': (n) => `DELETE FROM classifications WHERE item_id = 'i${n}' AND node_id = 'n${n % 2}'`,
  task: (
    n,
  ) => `INSERT OR IGNORE INTO client_tasks (id, user_id, state, work_type, target_id, additional_options, report,
      created_at)
    VALUES ('k${n}', 'u${n % 2}', 'todo', 'update_item_shares', 'i', '{}', '{}', '${TIME}')`,
  'other state': (n) => `UPDATE client_tasks SET state = iif(state = 'todo', 'done', 'todo') WHERE id = 'k${n}'`,
  'no task': (n) => `DELETE FROM client_tasks WHERE id = 'k${n}'`,
  invitation: (n) => `INSERT OR IGNORE INTO invitations (id, user_id, token_hash, sealed_token, state, user_public_key,
      created_at, expire_at)
    VALUES ('v${n}', 'u${n % 2}', x'0${n}', x'00', 'new', 'k', '${TIME}', '${TIME}')`,
  'used invitation': (n) => `UPDATE invitations SET state = 'connected' WHERE id = 'v${n}'`,
  'no user': (n) => `DELETE FROM users WHERE id = 'u${n}'`,
  user: (n) => `INSERT OR IGNORE INTO users (id, user_type, joined_at) VALUES ('u${n % 2}', 'human', '${TIME}')`,
}

const NODES = `
  INSERT INTO classification_schemes (id, name, label, owned_by_user, created_at) VALUES ('s', 'h', 'H', 0, '${TIME}');
  INSERT INTO classification_nodes (id, scheme_id, name, label, created_at)
  VALUES ('n0', 's', 'a', 'A', '${TIME}'), ('n1', 's', 'b', 'B', '${TIME}');
`

/** What the triggers keep, and the same counted. */
const COUNTS: readonly (readonly [string, string])[] = [
  [
    'SELECT user_id, item_template_id, is_copy, items_count, slots_count FROM item_counts ORDER BY 1, 2, 3',
    `SELECT user_id, item_template_id, user_id <> owner_id, count(*), sum((SELECT count(*) FROM slots WHERE item_id = items.id))
      FROM items GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ],
  [
    `SELECT node_id, user_id, item_template_id, is_copy, items_count, slots_count FROM node_item_counts
      ORDER BY 1, 2, 3, 4`,
    `SELECT c.node_id, i.user_id, i.item_template_id, i.user_id <> i.owner_id, count(*),
        sum((SELECT count(*) FROM slots WHERE item_id = i.id))
      FROM classifications c JOIN items i ON i.id = c.item_id WHERE c.slot_id IS NULL GROUP BY 1, 2, 3, 4
      ORDER BY 1, 2, 3, 4`,
  ],
  [
    'SELECT node_id, user_id, classifications_count FROM classification_counts ORDER BY 1, 2',
    'SELECT node_id, user_id, count(*) FROM classifications GROUP BY 1, 2 ORDER BY 1, 2',
  ],
  ...(['client_task', 'invitation'] as const).map(
    (kind) =>
      [
        `SELECT user_id, state, rows_count FROM ${kind}_counts ORDER BY 1, 2`,
        `SELECT user_id, state, count(*) FROM ${kind}s GROUP BY 1, 2 ORDER BY 1, 2`,
      ] as const,
  ),
]

it('counts are those of the rows, whatever came and went', () => {
  const step = fc.tuple(
    fc.constantFrom(...Object.keys(STEPS), 'item', 'item', 'slot', 'slot', 'node', 'node', 'task', 'invitation'),
    fc.nat(5),
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 150 }), (steps) => {
      const connection = newDatabase()
      for (const n of [0, 1]) connection.exec(STEPS['user']?.(n) ?? '')
      connection.exec(NODES)

      for (const [name, n] of steps) {
        try {
          connection.exec(STEPS[name]?.(n) ?? '')
        } catch (fault) {
          // Of somebody who was deleted; nothing was written.
          expect(String(fault)).toContain('FOREIGN KEY')
        }
      }

      for (const [kept, counted] of COUNTS) {
        expect(connection.prepare(kept).raw().all()).toEqual(connection.prepare(counted).raw().all())
      }
      connection.close()
    }),
    { numRuns: 100 },
  )
})
