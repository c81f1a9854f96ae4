import type { Migration } from '../migrate.ts'

/** The columns that, with the node, find the row of node_item_counts for an item. */
const OF_ITEM = 'user_id, item_template_id, user_id <> owner_id'

/** Changes the slot counts of every node of an item by 1 or -1. */
const recountSlots = (item: string, by: string) => /* sql */ `
    UPDATE node_item_counts SET slots_count = slots_count + ${by}
    WHERE (user_id, item_template_id, is_copy) = (SELECT ${OF_ITEM} FROM items WHERE id = ${item})
      AND node_id IN (SELECT node_id FROM classifications WHERE item_id = ${item} AND slot_id IS NULL);`

const isClassified = (item: string) =>
  `EXISTS (SELECT 1 FROM classifications WHERE item_id = ${item} AND slot_id IS NULL)`

/**
 * Counts the items of each node, as step 380 counts all items. Usernames now contain the time of their issue
 * (src-main/crypto/issued-username.ts), so no rows are stored for them.
 */
export const nodeCounts: Migration = {
  number: 390,
  name: 'node counts and issued usernames',
  up: (connection) =>
    void connection.exec(/* sql */ `
      CREATE TABLE IF NOT EXISTS node_item_counts (
        node_id TEXT NOT NULL,
        user_id TEXT NOT NULL,               -- in whose vault the items are
        item_template_id TEXT NOT NULL,
        is_copy INTEGER NOT NULL,            -- 1: somebody else made the original
        items_count INTEGER NOT NULL,        -- items that have the node themselves
        slots_count INTEGER NOT NULL,        -- of these items, whatever nodes they have
        PRIMARY KEY (node_id, user_id, item_template_id, is_copy)
      ) STRICT, WITHOUT ROWID;
      DELETE FROM node_item_counts;
      INSERT INTO node_item_counts
        SELECT c.node_id, i.user_id, i.item_template_id, i.user_id <> i.owner_id, count(*),
          sum((SELECT count(*) FROM slots WHERE item_id = i.id))
        FROM classifications c JOIN items i ON i.id = c.item_id WHERE c.slot_id IS NULL GROUP BY 1, 2, 3, 4;
      CREATE TRIGGER IF NOT EXISTS count_node_item AFTER INSERT ON classifications WHEN new.slot_id IS NULL BEGIN
        INSERT INTO node_item_counts
          SELECT new.node_id, ${OF_ITEM}, 1, (SELECT count(*) FROM slots WHERE item_id = new.item_id)
          FROM items WHERE id = new.item_id
        ON CONFLICT (node_id, user_id, item_template_id, is_copy)
        DO UPDATE SET items_count = items_count + 1, slots_count = slots_count + excluded.slots_count;
      END;
      CREATE TRIGGER IF NOT EXISTS discount_node_item AFTER DELETE ON classifications WHEN old.slot_id IS NULL BEGIN
        UPDATE node_item_counts SET items_count = items_count - 1,
          slots_count = slots_count - (SELECT count(*) FROM slots WHERE item_id = old.item_id)
        WHERE node_id = old.node_id
          AND (user_id, item_template_id, is_copy) = (SELECT ${OF_ITEM} FROM items WHERE id = old.item_id);
        DELETE FROM node_item_counts WHERE node_id = old.node_id AND user_id = old.user_id AND items_count = 0;
      END;
      -- Before, while the item and its slots are there to be read: they would go first.
      CREATE TRIGGER IF NOT EXISTS declassify_item BEFORE DELETE ON items WHEN ${isClassified('old.id')} BEGIN
        DELETE FROM classifications WHERE item_id = old.id AND slot_id IS NULL;
      END;
      CREATE TRIGGER IF NOT EXISTS count_node_slot AFTER INSERT ON slots WHEN ${isClassified('new.item_id')} BEGIN
        ${recountSlots('new.item_id', '1')}
      END;
      CREATE TRIGGER IF NOT EXISTS discount_node_slot AFTER DELETE ON slots WHEN ${isClassified('old.item_id')} BEGIN
        ${recountSlots('old.item_id', '-1')}
      END;

      DROP TABLE IF EXISTS reserved_usernames;
    `),
}
