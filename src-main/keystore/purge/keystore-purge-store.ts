import type { Connection } from '../../sqlite/database.ts'

/** Deletes what ran out; each answers how many rows went. Times are ISO texts, inclusive. */
export interface KeystorePurgeStore {
  /** When the first user in the deletion queue is due; null when nobody is in it. */
  earliestDeletion(): string | null
  /** Key-store users whose waiting time in the deletion queue ended by then, with their sessions and keys. */
  deleteDueUsers(by: string): number
  /** Sessions of both parts that ended by then. */
  deleteSessions(endedBy: string): number
  deleteReservations(endedBy: string): number
  /** Replaced passphrases that cannot be restored any more. */
  deleteKeptPassphrases(endedBy: string): number
  /** Failed attempts at or before this moment in milliseconds, and those later than now: they do not count either. */
  deleteFailedAttempts(byMs: number, nowMs: number): number
}

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
