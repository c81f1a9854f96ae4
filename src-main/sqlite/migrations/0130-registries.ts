import type { Migration } from '../migrate.ts'

export const registries: Migration = {
  number: 130,
  name: 'registries',
  up(connection) {
    connection.exec(/* sql */ `
      ALTER TABLE subscription_keys ADD COLUMN last_used_at TEXT;     -- to the minute; null: not yet
      ALTER TABLE subscription_keys ADD COLUMN purpose TEXT;          -- window, verifier; null: of another program
      ALTER TABLE subscription_keys ADD COLUMN sealed_key BLOB;       -- of own keys: the key under the local key
      CREATE UNIQUE INDEX subscription_keys_by_purpose ON subscription_keys (purpose) WHERE purpose IS NOT NULL;

      ALTER TABLE presentation_definitions ADD COLUMN previous_id TEXT; -- what it was made from in the editor
      CREATE INDEX presentation_definitions_by_key ON presentation_definitions (created_by_key);

      CREATE TABLE registry_entries (
        kind TEXT NOT NULL,                   -- contexts, schemas, did-documents, status-lists
        key TEXT NOT NULL,                    -- URL or DID
        document TEXT NOT NULL,               -- JSON, or a compact JWT, as it was imported
        sha256 BLOB NOT NULL,                 -- of the document in UTF-8
        source TEXT NOT NULL,                 -- imported, demo_issuer
        added_at TEXT NOT NULL,               -- also when it was replaced
        PRIMARY KEY (kind, key)
      ) STRICT;

      CREATE TABLE trusted_issuers (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
        did TEXT NOT NULL,
        name TEXT NOT NULL,
        schemas TEXT,                         -- JSON list of URLs; null: all
        types TEXT,                           -- JSON list; null: all
        valid_from TEXT,                      -- ISO 8601 with a zone
        valid_until TEXT
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
