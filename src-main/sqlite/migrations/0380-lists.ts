import type { Connection } from '../database.ts'
import type { Migration, MigrationPart } from '../migrate.ts'

/** Keeps each transaction to about a tenth of a second. */
const ROWS_AT_ONCE = 20_000

/** A part that runs in one step. Statements that may be repeated need IF NOT EXISTS or IF EXISTS. */
const run = (sql: string): MigrationPart =>
  // oxlint-disable-next-line require-yield -- it runs in one step
  function* (connection) {
    connection.exec(sql)
  }

const hasColumn = (connection: Connection, table: string, column: string): boolean =>
  connection.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined

/** Adds the creation time of the item to a table with row ids, so that an index gives the items in order. */
const noteItemTimes = (table: string): MigrationPart =>
  function* (connection) {
    if (!hasColumn(connection, table, 'item_created_at')) {
      connection.exec(`ALTER TABLE ${table} ADD COLUMN item_created_at TEXT NOT NULL DEFAULT ''`)
    }
    const last = connection.prepare<[], number>(`SELECT ifnull(max(rowid), 0) FROM ${table}`).pluck().get() ?? 0
    const note = connection.prepare<[number, number]>(/* sql */ `
      UPDATE ${table} SET item_created_at = (SELECT created_at FROM items WHERE items.id = ${table}.item_id)
      WHERE rowid > ? AND rowid <= ? AND item_created_at = ''
    `)
    for (let from = 0; from < last; from += ROWS_AT_ONCE) {
      note.run(from, from + ROWS_AT_ONCE)
      yield Math.min(1, (from + ROWS_AT_ONCE) / last)
    }
  }

/** Counts the rows of each user by state, with triggers. */
const countByState = (table: string, counts: string): string => /* sql */ `
  CREATE TABLE IF NOT EXISTS ${counts} (
    user_id TEXT NOT NULL,
    state TEXT NOT NULL,
    rows_count INTEGER NOT NULL,      -- rows of ${table}
    PRIMARY KEY (user_id, state)
  ) STRICT, WITHOUT ROWID;
  DELETE FROM ${counts};
  INSERT INTO ${counts} SELECT user_id, state, count(*) FROM ${table} GROUP BY user_id, state;
  CREATE TRIGGER IF NOT EXISTS ${counts}_insert AFTER INSERT ON ${table} BEGIN
    INSERT INTO ${counts} VALUES (new.user_id, new.state, 1)
    ON CONFLICT (user_id, state) DO UPDATE SET rows_count = rows_count + 1;
  END;
  CREATE TRIGGER IF NOT EXISTS ${counts}_delete AFTER DELETE ON ${table} BEGIN
    UPDATE ${counts} SET rows_count = rows_count - 1 WHERE user_id = old.user_id AND state = old.state;
    DELETE FROM ${counts} WHERE user_id = old.user_id AND state = old.state AND rows_count = 0;
  END;
  CREATE TRIGGER IF NOT EXISTS ${counts}_update AFTER UPDATE OF state ON ${table} WHEN old.state <> new.state BEGIN
    UPDATE ${counts} SET rows_count = rows_count - 1 WHERE user_id = old.user_id AND state = old.state;
    DELETE FROM ${counts} WHERE user_id = old.user_id AND state = old.state AND rows_count = 0;
    INSERT INTO ${counts} VALUES (new.user_id, new.state, 1)
    ON CONFLICT (user_id, state) DO UPDATE SET rows_count = rows_count + 1;
  END;
`

/** Counts items and their slots, for usage numbers and for the use of templates. */
const COUNT_ITEMS = /* sql */ `
  CREATE TABLE IF NOT EXISTS item_counts (
    user_id TEXT NOT NULL,               -- in whose vault the items are
    item_template_id TEXT NOT NULL,
    is_copy INTEGER NOT NULL,            -- 1: somebody else made the original
    items_count INTEGER NOT NULL,
    slots_count INTEGER NOT NULL,        -- of these items
    PRIMARY KEY (user_id, item_template_id, is_copy)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS item_counts_by_template ON item_counts (item_template_id, user_id);
  DELETE FROM item_counts;
  INSERT INTO item_counts SELECT user_id, item_template_id, user_id <> owner_id, count(*),
      sum((SELECT count(*) FROM slots WHERE item_id = items.id))
    FROM items GROUP BY 1, 2, 3;
  CREATE TRIGGER IF NOT EXISTS count_item AFTER INSERT ON items BEGIN
    INSERT INTO item_counts VALUES (new.user_id, new.item_template_id, new.user_id <> new.owner_id, 1, 0)
    ON CONFLICT (user_id, item_template_id, is_copy) DO UPDATE SET items_count = items_count + 1;
  END;
  -- BEFORE DELETE: the cascade removes slots, and their trigger would no longer find the item.
  CREATE TRIGGER IF NOT EXISTS discount_item BEFORE DELETE ON items BEGIN
    UPDATE item_counts SET items_count = items_count - 1,
      slots_count = slots_count - (SELECT count(*) FROM slots WHERE item_id = old.id)
    WHERE user_id = old.user_id AND item_template_id = old.item_template_id AND is_copy = (old.user_id <> old.owner_id);
    DELETE FROM item_counts
    WHERE user_id = old.user_id AND item_template_id = old.item_template_id AND is_copy = (old.user_id <> old.owner_id)
      AND items_count = 0;
  END;
  CREATE TRIGGER IF NOT EXISTS count_slot AFTER INSERT ON slots BEGIN
    UPDATE item_counts SET slots_count = slots_count + 1
    WHERE (user_id, item_template_id, is_copy) =
      (SELECT user_id, item_template_id, user_id <> owner_id FROM items WHERE id = new.item_id);
  END;
  CREATE TRIGGER IF NOT EXISTS discount_slot AFTER DELETE ON slots BEGIN
    UPDATE item_counts SET slots_count = slots_count - 1
    WHERE (user_id, item_template_id, is_copy) =
      (SELECT user_id, item_template_id, user_id <> owner_id FROM items WHERE id = old.item_id);
  END;
`

/** The organization of an event; none if its details are nested deeper than SQLite can read. */
const organizationOf = (value: string) =>
  `ifnull(iif(json_valid(${value}), json_extract(${value}, '$.organization_id'), NULL), '')`

const ofEvent = (event: string) => /* sql */ `user_id = ${event}.user_id AND event_type = ${event}.event_type
      AND event_day = substr(${event}.event_time, 1, 10) AND organization_id = ${organizationOf(`${event}.value`)}`

/** Counts events, so that a page of events states their number under any filter. */
const COUNT_EVENTS = /* sql */ `
  DROP TRIGGER IF EXISTS count_event;
  DROP TRIGGER IF EXISTS discount_event;
  DROP TABLE IF EXISTS event_counts;
  CREATE TABLE event_counts (
    user_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    event_day TEXT NOT NULL,          -- UTC day, YYYY-MM-DD; events are kept for a year
    organization_id TEXT NOT NULL,    -- '' if the event has none
    events_count INTEGER NOT NULL,    -- rows of events
    PRIMARY KEY (user_id, event_type, event_day, organization_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO event_counts SELECT user_id, event_type, substr(event_time, 1, 10), ${organizationOf('value')}, count(*)
    FROM events GROUP BY 1, 2, 3, 4;
  CREATE TRIGGER count_event AFTER INSERT ON events BEGIN
    INSERT INTO event_counts
    VALUES (new.user_id, new.event_type, substr(new.event_time, 1, 10), ${organizationOf('new.value')}, 1)
    ON CONFLICT (user_id, event_type, event_day, organization_id) DO UPDATE SET events_count = events_count + 1;
  END;
  CREATE TRIGGER discount_event AFTER DELETE ON events BEGIN
    UPDATE event_counts SET events_count = events_count - 1 WHERE ${ofEvent('old')};
    DELETE FROM event_counts WHERE ${ofEvent('old')} AND events_count = 0;
  END;
`

/** Marks users whose account is gone while their rows are still being deleted. */
// oxlint-disable-next-line require-yield -- it runs in one step
const addLeaving: MigrationPart = function* (connection) {
  if (!hasColumn(connection, 'users', 'leaving_since')) {
    connection.exec('ALTER TABLE users ADD COLUMN leaving_since TEXT')
  }
  connection.exec(`CREATE INDEX IF NOT EXISTS users_leaving ON users (leaving_since) WHERE leaving_since IS NOT NULL`)
}

/** Indexes for every list under each of its filters, and the counts that pages state. */
export const lists: Migration = {
  number: 380,
  name: 'lists',
  parts: [
    run('CREATE INDEX IF NOT EXISTS items_of_user_by_owner ON items (user_id, owner_id, created_at, id)'),
    noteItemTimes('classifications'),
    run(/* sql */ `
      CREATE INDEX IF NOT EXISTS classifications_in_order
        ON classifications (node_id, user_id, slot_id, item_created_at, item_id);
      DROP INDEX IF EXISTS classifications_by_node;
    `),
    noteItemTimes('shares'),
    run(/* sql */ `
      CREATE INDEX IF NOT EXISTS shares_of_owner_in_order
        ON shares (owner_id, recipient_id, acceptance_required, item_created_at, item_id);
      DROP INDEX IF EXISTS shares_of_owner;
    `),
    run(/* sql */ `
      CREATE INDEX IF NOT EXISTS shares_received_in_order ON shares (recipient_id, acceptance_required, created_at, id);
      DROP INDEX IF EXISTS shares_received;
      DROP INDEX IF EXISTS shares_that_wait;
      CREATE INDEX IF NOT EXISTS shares_passed_on ON shares (sender_id, recipient_id, item_id)
        WHERE sender_id <> owner_id;
    `),
    run(/* sql */ `
      CREATE INDEX IF NOT EXISTS client_tasks_in_order ON client_tasks (user_id, state, work_type, created_at, id);
      CREATE INDEX IF NOT EXISTS client_tasks_of_target_in_order
        ON client_tasks (target_id, user_id, state, work_type, created_at, id);
      CREATE INDEX IF NOT EXISTS client_tasks_done ON client_tasks (last_state_transition_at) WHERE state = 'done';
      DROP INDEX IF EXISTS client_tasks_of_user;
      DROP INDEX IF EXISTS client_tasks_of_target;
    `),
    run(countByState('client_tasks', 'client_task_counts')),
    run(/* sql */ `
      CREATE INDEX IF NOT EXISTS invitations_in_order ON invitations (user_id, state, created_at, id);
      DROP INDEX IF EXISTS invitations_of_user;
      DROP INDEX IF EXISTS new_invitations_of_user;
    `),
    run(countByState('invitations', 'invitation_counts')),
    run(/* sql */ `
      CREATE INDEX IF NOT EXISTS nodes_of_user_in_order ON classification_nodes (user_id, scheme_id, created_at, id);
      DROP INDEX IF EXISTS nodes_in_order;
      CREATE INDEX IF NOT EXISTS templates_of_user_in_order ON item_templates (user_id, status, created_at, id);
      DROP INDEX IF EXISTS templates_in_order;
      CREATE INDEX IF NOT EXISTS connections_with_delegation ON connections (user_id, connection_type, created_at, id)
        WHERE delegation_token IS NOT NULL;
      CREATE INDEX IF NOT EXISTS verifier_requests_by_state ON verifier_requests (state, created_at, id);
    `),
    run(COUNT_ITEMS),
    run(COUNT_EVENTS),
    addLeaving,
  ],
}
