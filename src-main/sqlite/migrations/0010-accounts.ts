import type { Migration } from '../migrate.ts'

export const accounts: Migration = {
  number: 10,
  name: 'accounts',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE users (
        id TEXT PRIMARY KEY NOT NULL,        -- vault user id, UUID version 7
        user_type TEXT NOT NULL,             -- human, organization_agent, service_agent
        full_name TEXT,
        email TEXT NOT NULL DEFAULT '',      -- '' when unknown
        country TEXT,                        -- two-letter code
        timezone TEXT,
        accepted_terms INTEGER NOT NULL DEFAULT 0,
        login_public_key TEXT,               -- exactly as received; null for agents and child users
        login_key_fingerprint TEXT UNIQUE,   -- 64 hex digits; equal for the same key with other line ends
        private_dek_external_id TEXT,        -- id of the main data-encryption key in the key-store
        joined_at TEXT NOT NULL,             -- ISO 8601 UTC with milliseconds, as all times
        onboarded_at TEXT,                   -- when private_dek_external_id was first set
        queued_for_deletion_after TEXT
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE keystore_users (
        id TEXT PRIMARY KEY NOT NULL,        -- key-store user id, UUID version 7
        username TEXT UNIQUE,                -- null for users without SRP login
        srp_salt TEXT,                       -- hex
        srp_verifier TEXT,                   -- hex, 512 digits
        vault_user_id TEXT UNIQUE REFERENCES users (id) ON DELETE SET NULL,
        created_at TEXT NOT NULL,
        queued_for_deletion_after TEXT
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE reserved_usernames (
        username TEXT PRIMARY KEY NOT NULL,
        expires_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY NOT NULL, -- SHA-256 of the access token; the token itself is nowhere
        id TEXT NOT NULL UNIQUE,
        issued_by TEXT NOT NULL,              -- vault or keystore
        vault_user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
        keystore_user_id TEXT REFERENCES keystore_users (id) ON DELETE CASCADE,
        valid_from TEXT NOT NULL,
        valid_till TEXT NOT NULL,
        client_identifier TEXT,               -- User-Agent at login
        timezone TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sessions_by_vault_user ON sessions (vault_user_id);
      CREATE INDEX sessions_by_keystore_user ON sessions (keystore_user_id);

      CREATE TABLE admission_tokens (
        token_hash BLOB PRIMARY KEY NOT NULL, -- SHA-256 of the 40 hex digits
        id TEXT NOT NULL UNIQUE,
        sealed_token BLOB NOT NULL,           -- under the local key: the same unused token is answered again
        keystore_user_id TEXT UNIQUE REFERENCES keystore_users (id) ON DELETE CASCADE, -- null: made by the operator
        used_by TEXT,                         -- vault user it admitted
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE login_keys (
        key_hash BLOB PRIMARY KEY NOT NULL,   -- SHA-256
        id TEXT NOT NULL UNIQUE,
        keystore_user_id TEXT NOT NULL REFERENCES keystore_users (id) ON DELETE CASCADE,
        label TEXT NOT NULL,
        created_at TEXT NOT NULL,
        expire_at TEXT                        -- null: does not expire
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX login_keys_by_user ON login_keys (keystore_user_id);

      CREATE TABLE subscription_keys (
        key_hash BLOB PRIMARY KEY NOT NULL,   -- SHA-256
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE failed_attempts (
        key TEXT NOT NULL,                    -- what was tried, for example srp:<username>
        at_ms INTEGER NOT NULL                -- milliseconds since 1970
      ) STRICT;
      CREATE INDEX failed_attempts_by_key ON failed_attempts (key, at_ms);
    `)
  },
}
