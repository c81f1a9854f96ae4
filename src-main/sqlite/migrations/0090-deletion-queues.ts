import type { Migration } from '../migrate.ts'

/** Who is deleted next is looked up after every change. */
export const deletionQueues: Migration = {
  number: 90,
  name: 'deletion queues',
  up(connection) {
    connection.exec(/* sql */ `
      CREATE INDEX users_by_deletion ON users (queued_for_deletion_after) WHERE queued_for_deletion_after IS NOT NULL;
      CREATE INDEX keystore_users_by_deletion ON keystore_users (queued_for_deletion_after)
        WHERE queued_for_deletion_after IS NOT NULL;
    `)
  },
}
