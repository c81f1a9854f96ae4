import type { Migration } from '../migrate.ts'

export const keys: Migration = {
  number: 20,
  name: 'keys',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE key_encryption_keys (
        keystore_user_id TEXT PRIMARY KEY NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE, -- one per user
        id TEXT NOT NULL UNIQUE,                      -- UUID version 7; stays when the key is wrapped anew
        serialized_key_encryption_key TEXT NOT NULL,  -- under the passphrase-derived key; opaque here
        created_at TEXT NOT NULL                      -- ISO 8601 UTC with milliseconds
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE data_encryption_keys (
        id TEXT PRIMARY KEY NOT NULL,
        keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
        serialized_data_encryption_key TEXT NOT NULL, -- under the key-encryption key; opaque here
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX data_encryption_keys_by_user ON data_encryption_keys (keystore_user_id);

      CREATE TABLE passphrase_derivation_artefacts (
        keystore_user_id TEXT PRIMARY KEY NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE, -- one per user
        id TEXT NOT NULL UNIQUE,
        derivation_artefacts TEXT NOT NULL,           -- URL-safe Base64
        verification_artefacts TEXT NOT NULL,         -- URL-safe Base64
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE key_pairs (
        id TEXT PRIMARY KEY NOT NULL,
        keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
        public_key TEXT NOT NULL,                     -- exactly as received
        encrypted_serialized_key TEXT NOT NULL,       -- private key under the key-encryption key; opaque here
        metadata TEXT NOT NULL,                       -- JSON object
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX key_pairs_by_user ON key_pairs (keystore_user_id);

      CREATE TABLE key_pair_identifiers (
        keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
        external_identifier TEXT NOT NULL,            -- chosen by the client; unique per user
        key_pair_id TEXT NOT NULL REFERENCES key_pairs (id) ON DELETE CASCADE,
        ordinal INTEGER NOT NULL,                     -- place in the list as sent, from 0
        PRIMARY KEY (keystore_user_id, external_identifier)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX key_pair_identifiers_by_pair ON key_pair_identifiers (key_pair_id, ordinal);
    `)
  },
}
