import type { Migration } from '../migrate.ts'

/** Ending a share finds what its recipient passed on of the item, without reading the other shares of it. */
export const sharesPassedOn: Migration = {
  number: 420,
  name: 'shares passed on by item',
  up: (connection) =>
    void connection.exec(/* sql */ `
      CREATE INDEX IF NOT EXISTS shares_passed_on_of_item ON shares (item_id, sender_id) WHERE sender_id <> owner_id;
    `),
}
