import type { Migration } from '../migrate.ts'

export const verifications: Migration = {
  number: 110,
  name: 'verifications',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE accepted_presentations (
        digest BLOB PRIMARY KEY NOT NULL,     -- SHA-256 of the signature as text
        holder TEXT NOT NULL,
        submission_id TEXT,                   -- as the holder chose it; null when no definition was asked for
        expires_at TEXT NOT NULL,             -- from then on it is forgotten
        UNIQUE (holder, submission_id)
      ) STRICT;
      CREATE INDEX accepted_presentations_by_end ON accepted_presentations (expires_at);

      CREATE TABLE verifications (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7, as answered
        verified_at TEXT NOT NULL,
        digest BLOB,                          -- as above; null without a signature
        holder TEXT,
        definition_id TEXT,                   -- as it was sent, so it may name nothing
        valid INTEGER NOT NULL,               -- 0 or 1
        codes TEXT NOT NULL                   -- JSON list: codes of the checks that failed
      ) STRICT;
      CREATE INDEX verifications_by_time ON verifications (verified_at);
    `)
  },
}
