import type { Migration } from '../migrate.ts'

/** Every call asks whether anybody is due for deletion. */
export const deletionQueues: Migration = {
  number: 60,
  name: 'deletion queues',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE INDEX users_by_deletion ON users (queued_for_deletion_after)
        WHERE queued_for_deletion_after IS NOT NULL;
      CREATE INDEX keystore_users_by_deletion ON keystore_users (queued_for_deletion_after)
        WHERE queued_for_deletion_after IS NOT NULL;
    `)
  },
}
