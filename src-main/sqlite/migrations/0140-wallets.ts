import type { Migration } from '../migrate.ts'

export const wallets: Migration = {
  number: 140,
  name: 'wallets',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE wallet_holder_keys (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
        owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        did TEXT NOT NULL,
        algorithm TEXT NOT NULL,              -- Ed25519, P-256, secp256k1, RSA
        sealed_secret TEXT NOT NULL,          -- envelope under the owner's data encryption key
        created_at TEXT NOT NULL,
        is_default INTEGER NOT NULL           -- 0 or 1
      ) STRICT;
      CREATE INDEX wallet_holder_keys_by_owner ON wallet_holder_keys (owner_id, id);
      CREATE UNIQUE INDEX wallet_default_keys ON wallet_holder_keys (owner_id) WHERE is_default = 1;

      CREATE TABLE wallet_credentials (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7, in the order in which they came in
        owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        format TEXT NOT NULL,                 -- ldp_vc, jwt_vc
        credential_id TEXT,                   -- as the credential calls itself
        types TEXT NOT NULL,                  -- JSON list
        issuer TEXT,
        issuer_name TEXT,
        subject TEXT,
        schema TEXT,
        issued TEXT,                          -- both times as the credential writes them
        expires TEXT,
        source TEXT NOT NULL,                 -- issued, imported, recorded
        added_at TEXT NOT NULL,
        verified TEXT,                        -- JSON: whether it was valid when it came in, and what was wrong
        sealed_raw TEXT NOT NULL              -- envelope under the owner's data encryption key
      ) STRICT;
      CREATE INDEX wallet_credentials_by_owner ON wallet_credentials (owner_id, id);

      CREATE TABLE wallet_runs (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
        owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        state TEXT NOT NULL,                  -- choosing, accepted, not_accepted, refused, failed
        started_at TEXT NOT NULL,
        ended_at TEXT,
        request_id TEXT,                      -- of our own verifier
        definition TEXT,                      -- JSON: id, name and purpose
        profile TEXT,                         -- bound, plain, jwt
        broken TEXT,                          -- id of the scenario that was applied
        in_matrix INTEGER NOT NULL,           -- 1: made by running scenarios
        sealed_run TEXT NOT NULL              -- envelope under the owner's data encryption key
      ) STRICT;
      CREATE INDEX wallet_runs_by_owner ON wallet_runs (owner_id, in_matrix, id);
      CREATE UNIQUE INDEX wallet_open_runs ON wallet_runs (owner_id) WHERE state = 'choosing';
    `)
  },
}
