import type { Migration } from '../migrate.ts'

const OPERATOR_EVENTS = /* sql */ `
  CREATE TABLE operator_events (
    id TEXT PRIMARY KEY NOT NULL,        -- UUID version 7
    name TEXT NOT NULL,                  -- dotted key, for example organization.validated
    subject_type TEXT NOT NULL,
    subject_id TEXT NOT NULL,            -- of a record that may be gone since
    subject_label TEXT,                  -- its name or label at that time
    user_id TEXT,                        -- in whose session it was done; the user may be gone since
    note TEXT,                           -- reason of a rejection
    event_time TEXT NOT NULL             -- ISO 8601 UTC with milliseconds
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX operator_events_in_order ON operator_events (event_time, id);
  CREATE TRIGGER operator_events_do_not_change BEFORE UPDATE ON operator_events BEGIN
    SELECT raise(ABORT, 'what the operator did stays as it was written');
  END;
  CREATE TRIGGER operator_events_stay BEFORE DELETE ON operator_events BEGIN
    SELECT raise(ABORT, 'what the operator did stays as it was written');
  END;
`

/** With rows ids of their own: large content in the tree of a WITHOUT ROWID table would slow every search down. */
const IMAGES = /* sql */ `
  CREATE TABLE images (
    id TEXT PRIMARY KEY NOT NULL,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,          -- what the bytes are, not what the sender said
    digest TEXT NOT NULL,                -- SHA-256 of the bytes, lower-case hex; part of the address
    created_at TEXT NOT NULL,
    content BLOB NOT NULL                -- last, so that a list does not read it
  ) STRICT;
  CREATE INDEX images_in_order ON images (created_at, id);
`

const COLUMNS = /* sql */ `
  ALTER TABLE classification_nodes ADD COLUMN label_translations TEXT; -- JSON: label by locale in lower case
  ALTER TABLE classification_nodes ADD COLUMN image_id TEXT REFERENCES images (id);
  CREATE INDEX nodes_by_image ON classification_nodes (image_id) WHERE image_id IS NOT NULL;
  ALTER TABLE item_templates ADD COLUMN label_translations TEXT;       -- as above
  ALTER TABLE item_templates ADD COLUMN image_id TEXT REFERENCES images (id);
  CREATE INDEX templates_by_image ON item_templates (image_id) WHERE image_id IS NOT NULL;
  ALTER TABLE template_slots ADD COLUMN label_translations TEXT;       -- as above
`

export const catalogue: Migration = {
  number: 170,
  name: 'catalogue',
  up(connection) {
    connection.exec(OPERATOR_EVENTS + IMAGES + COLUMNS)
  },
}
