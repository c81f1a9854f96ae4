import type { Migration } from '../migrate.ts'

const NODES = /* sql */ `
  CREATE TABLE seeds (
    name TEXT PRIMARY KEY NOT NULL,      -- data set that was put in once; never again, even if deleted since
    applied_at TEXT NOT NULL             -- ISO 8601 UTC with milliseconds, as all times
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE classification_schemes (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7, as all ids
    name TEXT NOT NULL UNIQUE,           -- machine name
    label TEXT NOT NULL,
    description TEXT,
    owned_by_user INTEGER NOT NULL,      -- 1: every user makes own nodes (tags); 0: nodes are global
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE classification_nodes (
    id TEXT PRIMARY KEY NOT NULL,
    scheme_id TEXT NOT NULL REFERENCES classification_schemes (id),
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- whose tag; null: global
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL DEFAULT 0,
    background_color TEXT,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX global_nodes_by_name ON classification_nodes (scheme_id, name) WHERE user_id IS NULL;
  CREATE UNIQUE INDEX tags_by_name ON classification_nodes (user_id, scheme_id, name) WHERE user_id IS NOT NULL;
  CREATE INDEX nodes_in_order ON classification_nodes (created_at, id);
`

const TEMPLATES = /* sql */ `
  CREATE TABLE item_templates (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: system template
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL DEFAULT 0,
    visible INTEGER NOT NULL DEFAULT 1,  -- 0 or 1
    background_color TEXT,
    status TEXT NOT NULL DEFAULT 'public', -- users see public ones only
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX system_templates_by_name ON item_templates (name) WHERE user_id IS NULL;
  CREATE UNIQUE INDEX user_templates_by_name ON item_templates (user_id, name) WHERE user_id IS NOT NULL;
  CREATE INDEX templates_in_order ON item_templates (created_at, id);

  CREATE TABLE template_slots (
    item_template_id TEXT NOT NULL REFERENCES item_templates (id) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL DEFAULT 0,
    visible INTEGER NOT NULL DEFAULT 1,  -- 0 or 1
    required INTEGER NOT NULL DEFAULT 0, -- 0 or 1
    slot_type_name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (item_template_id, ordinal, created_at, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE template_classifications (
    item_template_id TEXT NOT NULL REFERENCES item_templates (id) ON DELETE CASCADE,
    node_id TEXT NOT NULL REFERENCES classification_nodes (id),
    PRIMARY KEY (item_template_id, node_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX template_classifications_by_node ON template_classifications (node_id);
`

const ITEMS = /* sql */ `
  -- Uploaded files and file folders. What is in them comes with a later step; here they only exist.
  CREATE TABLE attachments (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE -- who uploaded it
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_by_user ON attachments (user_id);

  CREATE TABLE attachments_folders (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE -- whose folder
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_folders_by_user ON attachments_folders (user_id);

  CREATE TABLE items (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- in whose vault the record is
    owner_id TEXT NOT NULL,              -- who created the original
    original_id TEXT,                    -- the original, where this is a duplicate
    share_id TEXT,                       -- share that made the duplicate
    item_template_id TEXT NOT NULL,      -- may be another user's template, gone with that user
    item_template_label TEXT NOT NULL,   -- its label when the item was made; labels do not change
    name TEXT NOT NULL,                  -- machine name
    label TEXT NOT NULL,
    description TEXT,
    ordinal INTEGER NOT NULL,
    visible INTEGER NOT NULL,            -- 0 or 1
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_of_user ON items (user_id, created_at, id);
  CREATE INDEX items_of_user_by_name ON items (user_id, name, created_at, id);
  CREATE INDEX items_by_template ON items (item_template_id, user_id, created_at, id);
  CREATE INDEX duplicates_of_user ON items (user_id, created_at, id) WHERE user_id <> owner_id;

  -- The key keeps the slots of an item together and in the order in which they are shown.
  CREATE TABLE slots (
    item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,                  -- machine name; not unique within the item
    label TEXT NOT NULL,
    description TEXT,
    visible INTEGER NOT NULL,            -- 0 or 1
    required INTEGER NOT NULL,           -- 0 or 1
    slot_type_name TEXT NOT NULL,
    encrypted_value TEXT,                -- serialized cipher text, never clear text
    encrypted_value_verification_key TEXT, -- cipher text; duplicates only
    value_verification_hash TEXT,        -- hex HMAC-SHA-256; duplicates only
    attachment_id TEXT REFERENCES attachments (id),
    attachments_folder_id TEXT REFERENCES attachments_folders (id),
    original_id TEXT,                    -- the original slot, where this is a duplicate
    creator TEXT,                        -- system, user, or null for a clone of a user template's slot
    updated_at TEXT NOT NULL,
    PRIMARY KEY (item_id, ordinal, created_at, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slots_by_attachment ON slots (attachment_id) WHERE attachment_id IS NOT NULL;
  CREATE INDEX slots_by_folder ON slots (attachments_folder_id) WHERE attachments_folder_id IS NOT NULL;
`

const CLASSIFICATIONS = /* sql */ `
  CREATE TABLE classifications (
    item_id TEXT NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    slot_id TEXT REFERENCES slots (id) ON DELETE CASCADE, -- null: the item itself is classified
    node_id TEXT NOT NULL REFERENCES classification_nodes (id),
    user_id TEXT NOT NULL                -- in whose vault the item is
  ) STRICT;
  CREATE UNIQUE INDEX classifications_of_item ON classifications (item_id, ifnull(slot_id, ''), node_id);
  CREATE INDEX classifications_of_slot ON classifications (slot_id) WHERE slot_id IS NOT NULL;
  CREATE INDEX classifications_by_node ON classifications (node_id, user_id, item_id);

  -- Kept by triggers, because it is shown with every node and counting a well-filled node takes milliseconds.
  CREATE TABLE classification_counts (
    node_id TEXT NOT NULL REFERENCES classification_nodes (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    classifications_count INTEGER NOT NULL, -- rows of classifications
    PRIMARY KEY (node_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER count_classification AFTER INSERT ON classifications BEGIN
    INSERT INTO classification_counts (node_id, user_id, classifications_count)
    VALUES (new.node_id, new.user_id, 1)
    ON CONFLICT (node_id, user_id) DO UPDATE SET classifications_count = classifications_count + 1;
  END;
  CREATE TRIGGER discount_classification AFTER DELETE ON classifications BEGIN
    UPDATE classification_counts SET classifications_count = classifications_count - 1
    WHERE node_id = old.node_id AND user_id = old.user_id;
    DELETE FROM classification_counts
    WHERE node_id = old.node_id AND user_id = old.user_id AND classifications_count = 0;
  END;
`

export const items: Migration = {
  number: 40,
  name: 'items',
  up(connection) {
    connection.exec(NODES + TEMPLATES + ITEMS + CLASSIFICATIONS)
  },
}
