import type { Migration } from '../migrate.ts'

/** What is restored from a backup signs its addresses in another way, so that none of then leads anywhere. */
export const addressSalts: Migration = {
  number: 380,
  name: 'address salts',
  up(connection) {
    connection.exec(/* sql */ `
      -- What signatures of addresses depend on besides the key of the workspace; no row until it is restored.
      CREATE TABLE address_salts (id INTEGER PRIMARY KEY CHECK (id = 1), salt BLOB NOT NULL) STRICT;
    `)
  },
}
