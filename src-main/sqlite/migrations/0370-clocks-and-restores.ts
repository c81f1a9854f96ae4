import type { Migration } from '../migrate.ts'

/** Protects against wrong clocks, and against signed addresses from before a database was restored. */
export const clocksAndRestores: Migration = {
  number: 370,
  name: 'clocks and restores',
  up(connection) {
    connection.exec(/* sql */ `
      -- The newest reading that was noted, in milliseconds since 1970: what is erased for good was due by an earlier one.
      CREATE TABLE clock_readings (id INTEGER PRIMARY KEY CHECK (id = 1), reading_ms INTEGER NOT NULL) STRICT;

      -- 1: its time had passed once; it does not come back to life when the clock goes back.
      ALTER TABLE sessions ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX sessions_by_end ON sessions (valid_till) WHERE ended = 0;

      -- What signatures of addresses depend on besides the key of the workspace; no row until it is restored.
      CREATE TABLE address_salts (id INTEGER PRIMARY KEY CHECK (id = 1), salt BLOB NOT NULL) STRICT;
    `)
  },
}
