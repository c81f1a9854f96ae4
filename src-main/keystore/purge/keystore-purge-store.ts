import type { Connection } from '../../sqlite/database.ts'

export type KeystorePurgeStore = ReturnType<typeof keystorePurgeStore>

/**
 * Deletes what ran out; each answers how many rows went. Times are ISO texts, inclusive. Foreign keys take sessions and
 * keys along with their user.
 */
export function keystorePurgeStore(connection: Connection) {
  const earliest = connection
    .prepare<[], string | null>(
      'SELECT min(queued_for_deletion_after) FROM keystore_users WHERE queued_for_deletion_after IS NOT NULL',
    )
    .pluck()
  const dueUsers = connection
    .prepare<[string], string>('SELECT id FROM keystore_users WHERE queued_for_deletion_after <= ? ORDER BY +id')
    .pluck()
  const sessions = connection.prepare<[string]>('DELETE FROM sessions WHERE valid_till <= ?')
  const kept = connection.prepare<[string]>('DELETE FROM replaced_passphrases WHERE kept_till <= ?')
  const attempts = connection.prepare<[number, number]>('DELETE FROM failed_attempts WHERE at_ms <= ? OR at_ms > ?')
  return {
    /** When the first user in the deletion queue is due; null when nobody is in it. */
    earliestDeletion: () => earliest.get() ?? null,
    /** Key-store users whose waiting time in the deletion queue ended by then. */
    idsDueForDeletion: (by: string): readonly string[] => dueUsers.all(by),
    /** Sessions of both parts that ended by then. */
    deleteSessions: (endedBy: string) => sessions.run(endedBy).changes,
    /** Replaced passphrases that cannot be restored any more. */
    deleteKeptPassphrases: (endedBy: string) => kept.run(endedBy).changes,
    /** Failed attempts at or before this moment in milliseconds, and those later than now: they do not count either. */
    deleteFailedAttempts: (byMs: number, nowMs: number) => attempts.run(byMs, nowMs).changes,
  }
}
