import type { Migration } from '../migrate.ts'

export const exchange: Migration = {
  number: 100,
  name: 'exchange',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE TABLE presentation_definitions (
        id TEXT PRIMARY KEY NOT NULL,         -- UUID version 7
        definition TEXT NOT NULL,             -- JSON as it is answered, with the id; never changes
        created_by_key TEXT NOT NULL,         -- id of the subscription key, which may be gone since
        created_at TEXT NOT NULL
      ) STRICT;
    `)
  },
}
