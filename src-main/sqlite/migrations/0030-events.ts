import type { Migration } from '../migrate.ts'

export const events: Migration = {
  number: 30,
  name: 'events',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE events (
        id TEXT PRIMARY KEY NOT NULL,     -- UUID version 7
        parent_id TEXT,                   -- event that caused this one
        user_id TEXT NOT NULL,            -- user in whose feed it is
        creator TEXT NOT NULL,            -- 'system', or the id of the caller
        eventable_type TEXT NOT NULL,     -- kind of record it is about
        eventable_id TEXT NOT NULL,       -- the record; it may be gone
        event_type TEXT NOT NULL,         -- create, update, delete, …
        name TEXT NOT NULL,               -- dotted key, for example item.created
        label TEXT,                       -- label of the record at that time
        value TEXT,                       -- JSON object with details, never cipher text or keys
        event_time TEXT NOT NULL          -- ISO 8601 UTC with milliseconds
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX events_by_user ON events (user_id, event_time, id);
    `)
  },
}
