import type { Migration } from '../migrate.ts'

export const organizationEvents: Migration = {
  number: 220,
  name: 'organization events',
  up(connection) {
    connection.exec(/* sql */ `
      -- Events of organizations, their services and members: few among all of a user.
      -- Details of clients may be nested deeper than SQLite reads; those are of no organization.
      CREATE INDEX events_by_organization ON events
        (user_id, iif(json_valid(value), json_extract(value, '$.organization_id'), NULL), event_time, id)
        WHERE iif(json_valid(value), json_extract(value, '$.organization_id'), NULL) IS NOT NULL;
    `)
  },
}
