import type { Migration } from '../migrate.ts'

export const verifierRequests: Migration = {
  number: 120,
  name: 'verifier requests',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE verifier_requests (
        id TEXT PRIMARY KEY NOT NULL,         -- 128 random bits as URL-safe Base64
        name TEXT,
        definition_id TEXT NOT NULL,          -- as the exchange knows it
        definition_name TEXT,
        state TEXT NOT NULL,                  -- waiting, fetched, rejected, verified, expired or cancelled
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        first_fetched_at TEXT,
        answered_at TEXT,                     -- when the last presentation was judged
        closed_at TEXT,                       -- when it became verified, expired or cancelled; null while it is open
        binding TEXT NOT NULL,                -- if_present, required or ignored
        max_age_seconds INTEGER,
        max_attempts INTEGER NOT NULL,
        attempt_count INTEGER NOT NULL,       -- presentations that were judged
        fetch_count INTEGER NOT NULL,         -- times the definition was fetched
        refusal_count INTEGER NOT NULL,       -- presentations that were refused without being judged
        trusted_issuers TEXT,                 -- JSON list; null: the list of the exchange
        policy TEXT NOT NULL,                 -- JSON object: check to level
        wallet_scheme TEXT NOT NULL,
        on_valid TEXT NOT NULL,               -- JSON object: what is done after a valid answer
        on_valid_result TEXT                  -- JSON object: how that ended; null while it has not run
      ) STRICT;
      CREATE INDEX verifier_requests_in_order ON verifier_requests (created_at, id);
      CREATE INDEX verifier_requests_by_definition ON verifier_requests (definition_id, created_at, id);
      CREATE INDEX verifier_requests_by_end ON verifier_requests (expires_at) WHERE closed_at IS NULL;
      CREATE INDEX verifier_requests_by_closing ON verifier_requests (closed_at) WHERE closed_at IS NOT NULL;

      CREATE TABLE verifier_attempts (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
        request_id TEXT NOT NULL REFERENCES verifier_requests (id) ON DELETE CASCADE,
        received_at TEXT NOT NULL,
        remote TEXT,                          -- address it came from, or what the wallet calls itself
        bytes INTEGER NOT NULL,               -- length of the presentation as JSON in UTF-8
        http_status INTEGER NOT NULL,
        valid INTEGER,                        -- 0 or 1; null when it was not judged
        error TEXT,                           -- code of the refusal when it was not judged
        sealed_verification BLOB,             -- the answer of the exchange, under the local key
        sealed_presentation BLOB              -- as it was sent, under the local key; null when it was deleted
      ) STRICT;
      CREATE INDEX verifier_attempts_of_request ON verifier_attempts (request_id, id);

      CREATE TABLE verifier_request_steps (
        request_id TEXT NOT NULL REFERENCES verifier_requests (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,              -- 1 for the first
        at TEXT NOT NULL,
        kind TEXT NOT NULL,                   -- created, definition_fetched, presentation_received, ...
        http_status INTEGER,
        bytes INTEGER,
        duration_ms REAL,
        attempt_id TEXT,
        detail TEXT,                          -- a code or a short fact
        PRIMARY KEY (request_id, number)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}
