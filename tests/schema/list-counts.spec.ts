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

/** What the triggers keep, and the same counted. */
const COUNTS: readonly (readonly [string, string])[] = [
  [
    'SELECT user_id, item_template_id, is_copy, items_count, slots_count FROM item_counts ORDER BY 1, 2, 3',
    `SELECT user_id, item_template_id, user_id <> owner_id, count(*), sum((SELECT count(*) FROM slots WHERE item_id = items.id))
      FROM items GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
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
    fc.constantFrom(...Object.keys(STEPS), 'item', 'item', 'slot', 'slot', 'task', 'invitation'),
    fc.nat(5),
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 150 }), (steps) => {
      const connection = newDatabase()
      for (const n of [0, 1]) connection.exec(STEPS['user']?.(n) ?? '')

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
