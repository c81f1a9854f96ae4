import type { Migration } from '../migrate.ts'

export const issuers: Migration = {
  number: 150,
  name: 'issuers',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE issuer_keys (
        issuer_id TEXT NOT NULL,              -- harbour-registry, pop-up-issuer
        algorithm TEXT NOT NULL,              -- EdDSA, ES256, RS256
        did TEXT NOT NULL,                    -- did:key of the public key
        sealed_secret BLOB NOT NULL,          -- the private key under the local key
        created_at TEXT NOT NULL,
        PRIMARY KEY (issuer_id, algorithm)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE issued_credentials (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
        credential_id TEXT NOT NULL,          -- id inside the credential
        issuer_id TEXT NOT NULL,
        issuer_did TEXT NOT NULL,             -- of the key that signed
        algorithm TEXT NOT NULL,
        schema TEXT NOT NULL,                 -- URL
        subject TEXT NOT NULL,                -- DID
        user_id TEXT,                         -- user of the workspace whose wallet got it
        format TEXT NOT NULL,                 -- ldp_vc, jwt_vc
        issued TEXT NOT NULL,                 -- as in the credential, whole seconds in UTC
        expires TEXT,                         -- null: it does not end
        status TEXT,                          -- active, suspended, revoked; null: without a status entry
        status_index INTEGER,                 -- in both lists of issuer_did; 0 to 131071
        listed INTEGER NOT NULL               -- 0: issued only to try something
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX issued_credentials_by_index ON issued_credentials (issuer_did, status_index);
      CREATE INDEX issued_credentials_listed ON issued_credentials (listed, id);
    `)
  },
}
