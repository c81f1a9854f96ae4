import type { Migration } from '../migrate.ts'

export const workbench: Migration = {
  number: 50,
  name: 'workbench',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE workbench_users (
        id TEXT PRIMARY KEY NOT NULL,         -- id within the workspace, UUID version 7
        username TEXT NOT NULL UNIQUE,        -- of the key-store account
        vault_user_id TEXT,                   -- null until the vault account exists
        full_name TEXT NOT NULL,
        email TEXT NOT NULL,                  -- '' when unknown
        user_type TEXT NOT NULL,              -- human, organization_agent, service_agent
        colour INTEGER NOT NULL,              -- position in the list of actor colours, from 0
        key_fingerprint TEXT,                 -- of the login key pair; null before it exists
        registered INTEGER NOT NULL,          -- 0: registration was interrupted and goes on at the next sign-in
        sealed_secret_string BLOB NOT NULL,   -- under the local key
        sealed_passphrase BLOB,               -- under the local key; null: asked for at every sign-in
        created_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE workbench_settings (
        name TEXT PRIMARY KEY NOT NULL,       -- operator_password_hash: SHA-256
        value BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
