import type { KeystorePurgeStore } from '../keystore/purge/keystore-purge-store.ts'
import type { Connection } from './database.ts'

/** Deletes what ran out. Foreign keys take sessions and keys along with their user. */
export function sqliteKeystorePurgeStore(connection: Connection): KeystorePurgeStore {
  const earliest = connection
    .prepare<[], string | null>(
      'SELECT min(queued_for_deletion_after) FROM keystore_users WHERE queued_for_deletion_after IS NOT NULL',
    )
    .pluck()
  const dueUsers = connection.prepare<[string]>('DELETE FROM keystore_users WHERE queued_for_deletion_after <= ?')
  const sessions = connection.prepare<[string]>('DELETE FROM sessions WHERE valid_till <= ?')
  const reservations = connection.prepare<[string]>('DELETE FROM reserved_usernames WHERE expires_at <= ?')
  const kept = connection.prepare<[string]>('DELETE FROM replaced_passphrases WHERE kept_till <= ?')
  const attempts = connection.prepare<[number, number]>('DELETE FROM failed_attempts WHERE at_ms <= ? OR at_ms > ?')
  return {
    earliestDeletion: () => earliest.get() ?? null,
    deleteDueUsers: (by) => dueUsers.run(by).changes,
    deleteSessions: (endedBy) => sessions.run(endedBy).changes,
    deleteReservations: (endedBy) => reservations.run(endedBy).changes,
    deleteKeptPassphrases: (endedBy) => kept.run(endedBy).changes,
    deleteFailedAttempts: (byMs, nowMs) => attempts.run(byMs, nowMs).changes,
  }
}
