import type { Connection } from '../src-main/sqlite/database.ts'

/** Whom the rows are about, by user id. */
interface ListPeople {
  readonly ada: string
  readonly bob: string
  readonly cyd: string
}

export const TEMPLATES = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'] as const
/** What all shares of others and most tasks are about. */
export const TARGET = uuid('0x0e', 1)

/** An id that a number makes, of a kind of rows; ascending. */
function uuid(kind: string, number: number): string {
  return `${Number(kind).toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

const id = (kind: string) => `printf('%08x-0000-7000-8000-%012x', ${kind}, n)`
const AT = "strftime('%Y-%m-%dT%H:%M:%fZ', 1735689600 + n * 0.001, 'unixepoch')"
const LATE = 'n > @count * 0.7'
const LAST = 'n > @count - 20'

/**
 * Puts as many rows of Ada into every list as it is told. What filters look for lies late: twenty rows at the end, or the
 * last third. Tables are filled as a database of any version has them.
 */
export function fillLists(connection: Connection, { ada, bob, cyd }: ListPeople, count: number): void {
  const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)'
  const values = { ada, bob, cyd, count, common: TEMPLATES[0], rare: TEMPLATES[1], target: TARGET }
  const run = (sql: string) => {
    const text = sql.replace('NUMBERS', numbers)
    // The driver refuses parameters that a statement does not have.
    const named = Object.entries(values).filter(([name]) => text.includes(`@${name}`))
    connection.prepare(text).run(Object.fromEntries(named))
  }
  connection.transaction(() => {
    fillItems(run)
    fillOthers(run)
  })()
}

type Run = (sql: string) => void

function fillItems(run: Run): void {
  run(
    "INSERT INTO users (id, user_type, joined_at) VALUES (@bob, 'human', '2025-01-01'), (@cyd, 'human', '2025-01-01')",
  )
  run(/* sql */ `
      INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
      VALUES ('c1', @ada, @bob, 'c2', 'k', '2025-01-01'), ('c2', @bob, @ada, 'c1', 'k', '2025-01-01'),
        ('c3', @ada, @cyd, 'c4', 'k', '2025-01-01'), ('c4', @cyd, @ada, 'c3', 'k', '2025-01-01')`)
  run(/* sql */ `
      INSERT INTO item_templates (id, name, label, created_at, updated_at, label_key)
      VALUES (@common, 'common', 'Common', '2025-01-01', '2025-01-01', 'common'),
        (@rare, 'rare', 'Rare', '2025-01-01', '2025-01-01', 'rare')`)
  run(/* sql */ `
      INSERT INTO classification_schemes (id, name, label, owned_by_user, created_at)
      VALUES ('lists', 'lists', 'Lists', 1, '2025-01-01')`)
  run(/* sql */ `
      INSERT INTO classification_nodes (id, scheme_id, user_id, name, label, created_at, label_key)
      VALUES ('late', 'lists', @ada, 'late', 'Late', '2025-01-01', 'late'),
        ('few', 'lists', @ada, 'few', 'Few', '2025-01-01', 'few')`)
  // Bob made the last twenty, and Ada has copies of them.
  run(/* sql */ `
      INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
        created_at, updated_at)
      VALUES (@target, @bob, @bob, @common, 'T', 'i', 'I', 1, 1, '2025-01-01', '2025-01-01')`)
  run(/* sql */ `
      INSERT INTO items (id, user_id, owner_id, item_template_id, item_template_label, name, label, ordinal, visible,
        created_at, updated_at)
      NUMBERS SELECT ${id('0x0a')}, @ada, iif(${LAST}, @bob, @ada), iif(n % 2, @common, @rare), 'T',
        iif(${LAST}, 'last', 'item'), 'Item ' || n, 1, 1, ${AT}, ${AT} FROM numbers`)
  run(/* sql */ `
      INSERT INTO slots (item_id, ordinal, created_at, id, name, label, visible, required, slot_type_name, updated_at)
      NUMBERS SELECT ${id('0x0a')}, 1, ${AT}, ${id('0x0b')}, 's', 'S', 1, 0, 'key_value', ${AT} FROM numbers`)
  run(/* sql */ `
      INSERT INTO classifications (item_id, slot_id, node_id, user_id)
      NUMBERS SELECT ${id('0x0a')}, NULL, 'late', @ada FROM numbers WHERE ${LATE}`)
  run(/* sql */ `
      INSERT INTO classifications (item_id, slot_id, node_id, user_id)
      NUMBERS SELECT ${id('0x0a')}, NULL, 'few', @ada FROM numbers WHERE ${LAST}`)
}

function fillOthers(run: Run): void {
  const shares = /* sql */ `INSERT INTO shares (id, owner_id, sender_id, recipient_id, item_id, public_key, sharing_mode,
      acceptance_required, created_at, values_in_copy)`
  run(/* sql */ `
      ${shares} NUMBERS SELECT ${id('0x0c')}, @ada, @ada, iif(n % 100000 = 0, @cyd, @bob), ${id('0x0a')}, 'k', 'owner', 'accepted', ${AT}, 0
      FROM numbers WHERE ${LATE}`)
  run(/* sql */ `
      ${shares} NUMBERS SELECT ${id('0x0d')}, @bob, @bob, @ada, @target, 'k', 'owner',
        iif(${LAST}, 'rejected', 'accepted'), ${AT}, 0 FROM numbers`)
  run(/* sql */ `
      INSERT INTO client_tasks (id, user_id, state, work_type, target_id, additional_options, report,
        last_state_transition_at, created_at)
      NUMBERS SELECT ${id('0x0f')}, @ada, CASE WHEN NOT ${LATE} THEN 'done' WHEN n <= @count * 0.7 + 20 THEN 'failed' ELSE 'todo' END,
        'update_item_shares', @target, '{}', '{}', iif(${LATE}, NULL, '2099-01-01T00:00:00.000Z'), ${AT} FROM numbers`)
  run(/* sql */ `
      INSERT INTO invitations (id, user_id, token_hash, sealed_token, state, user_public_key, created_at, expire_at)
      NUMBERS SELECT ${id('0x10')}, @ada, CAST(n AS BLOB), x'00', iif(${LAST}, 'cancelled', 'connected'), 'k', ${AT}, '2099-01-01'
      FROM numbers`)
  run(/* sql */ `
      INSERT INTO events (id, user_id, creator, eventable_type, eventable_id, event_type, name, event_time)
      NUMBERS SELECT ${id('0x01900000')}, @ada, @ada, 'Item', ${id('0x0a')}, iif(n < 20, 'milestone', 'view'), 'item.viewed', ${AT}
      FROM numbers`)
}
