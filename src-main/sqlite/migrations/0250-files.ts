import type { Migration } from '../migrate.ts'

/** What is in uploaded files and folders. The bytes lie beside the database, in files that the rows name. */
export const files: Migration = {
  number: 250,
  name: 'files',
  up(connection) {
    connection.exec(BLOBS)
    connection.exec(ATTACHMENTS)
    connection.exec(LINKS)
  },
}

const BLOBS = /* sql */ `
  -- A file of blocks, as cipher text: one of the two of an attachment, a thumbnail, or a file of a folder.
  CREATE TABLE blobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- shown to clients as blob_id; never given a second time
    blob_key TEXT NOT NULL UNIQUE,       -- random; part of the address it is uploaded to
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- who uploads it
    filename TEXT NOT NULL,              -- a label as it was sent; nothing on the disk is named after it
    content_type TEXT NOT NULL,          -- as declared
    byte_size INTEGER NOT NULL,          -- as declared
    stored_size INTEGER,                 -- bytes of the joined blocks; null: they were not joined yet
    committed_at TEXT,                   -- when they were joined, ISO 8601 UTC with milliseconds, as all times
    is_linked INTEGER NOT NULL,          -- 0 or 1: whether it belongs to an attachment, thumbnail or folder
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX blobs_by_user ON blobs (user_id);
  CREATE INDEX blobs_not_linked ON blobs (created_at) WHERE is_linked = 0;

  CREATE TABLE blob_blocks (
    blob_id INTEGER NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
    block_id TEXT NOT NULL,              -- as its uploader calls it
    first_byte INTEGER,                  -- place in the file; null: the blocks were not joined yet
    byte_size INTEGER NOT NULL,
    sha256 BLOB NOT NULL,                -- of the bytes, compared whenever they are read
    file_name TEXT NOT NULL UNIQUE,      -- random; where the bytes lie
    PRIMARY KEY (blob_id, block_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX blob_blocks_in_order ON blob_blocks (blob_id, first_byte) WHERE first_byte IS NOT NULL;

  -- Files whose row went; they are deleted once that is durable.
  CREATE TABLE removed_block_files (file_name TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER remove_block_file AFTER DELETE ON blob_blocks BEGIN
    INSERT OR IGNORE INTO removed_block_files (file_name) VALUES (old.file_name);
  END;
`

const ATTACHMENTS = /* sql */ `
  ALTER TABLE attachments ADD COLUMN filename TEXT NOT NULL DEFAULT '';
  ALTER TABLE attachments ADD COLUMN content_type TEXT NOT NULL DEFAULT 'application/octet-stream';
  ALTER TABLE attachments ADD COLUMN main_blob_id INTEGER REFERENCES blobs (id);
  ALTER TABLE attachments ADD COLUMN artifact_blob_id INTEGER REFERENCES blobs (id); -- null: uploaded in one piece
  ALTER TABLE attachments ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  -- Since when no slot links to it; '' since a change that was just made, null while one does.
  ALTER TABLE attachments ADD COLUMN unlinked_since TEXT;
  CREATE INDEX attachments_in_order ON attachments (user_id, created_at, id);
  CREATE INDEX attachments_unlinked ON attachments (unlinked_since) WHERE unlinked_since IS NOT NULL;
  CREATE INDEX attachments_by_main_blob ON attachments (main_blob_id) WHERE main_blob_id IS NOT NULL;
  CREATE INDEX attachments_by_artifact_blob ON attachments (artifact_blob_id) WHERE artifact_blob_id IS NOT NULL;
  CREATE TRIGGER delete_blobs_of_attachment AFTER DELETE ON attachments BEGIN
    DELETE FROM blobs WHERE id IN (old.main_blob_id, old.artifact_blob_id);
  END;

  CREATE TABLE thumbnails (
    id TEXT PRIMARY KEY NOT NULL,
    attachment_id TEXT NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
    size_type TEXT NOT NULL,
    blob_id INTEGER NOT NULL REFERENCES blobs (id),
    created_at TEXT NOT NULL,
    UNIQUE (attachment_id, size_type)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX thumbnails_by_blob ON thumbnails (blob_id);
  CREATE TRIGGER delete_blob_of_thumbnail AFTER DELETE ON thumbnails BEGIN
    DELETE FROM blobs WHERE id = old.blob_id;
  END;

  ALTER TABLE attachments_folders ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE attachments_folders ADD COLUMN unlinked_since TEXT; -- as of attachments
  CREATE INDEX attachments_folders_in_order ON attachments_folders (user_id, created_at, id);
  CREATE INDEX attachments_folders_unlinked ON attachments_folders (unlinked_since) WHERE unlinked_since IS NOT NULL;

  CREATE TABLE attachments_folder_files (
    folder_id TEXT NOT NULL REFERENCES attachments_folders (id) ON DELETE CASCADE,
    name TEXT NOT NULL,                  -- a label as it was sent
    blob_id INTEGER NOT NULL REFERENCES blobs (id),
    PRIMARY KEY (folder_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_folder_files_by_blob ON attachments_folder_files (blob_id);
  CREATE TRIGGER delete_blob_of_folder_file AFTER DELETE ON attachments_folder_files BEGIN
    DELETE FROM blobs WHERE id = old.blob_id;
  END;
`

/** Slots go in many ways, most of them by cascades; a trigger sees each. It knows no time, so it writes ''. */
const LINKS = [
  { column: 'attachment_id', table: 'attachments', name: 'attachment' },
  { column: 'attachments_folder_id', table: 'attachments_folders', name: 'folder' },
]
  .map(
    ({ column, table, name }) => /* sql */ `
  CREATE TRIGGER link_${name}_of_new_slot AFTER INSERT ON slots WHEN new.${column} IS NOT NULL BEGIN
    UPDATE ${table} SET unlinked_since = NULL WHERE id = new.${column};
  END;
  CREATE TRIGGER link_${name}_of_slot AFTER UPDATE OF ${column} ON slots WHEN new.${column} IS NOT NULL BEGIN
    UPDATE ${table} SET unlinked_since = NULL WHERE id = new.${column};
  END;
  CREATE TRIGGER unlink_${name}_of_gone_slot AFTER DELETE ON slots WHEN old.${column} IS NOT NULL BEGIN
    UPDATE ${table} SET unlinked_since = ''
    WHERE id = old.${column} AND NOT EXISTS (SELECT 1 FROM slots WHERE ${column} = old.${column});
  END;
  CREATE TRIGGER unlink_${name}_of_slot AFTER UPDATE OF ${column} ON slots
  WHEN old.${column} IS NOT NULL AND new.${column} IS NOT old.${column} BEGIN
    UPDATE ${table} SET unlinked_since = ''
    WHERE id = old.${column} AND NOT EXISTS (SELECT 1 FROM slots WHERE ${column} = old.${column});
  END;
`,
  )
  .join('')
