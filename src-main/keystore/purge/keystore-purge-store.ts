import type { Connection } from '../../sqlite/database.ts'

export type KeystorePurgeStore = ReturnType<typeof keystorePurgeStore>

/** Deletes expired rows and returns how many. Times are ISO texts, inclusive. */
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
    /** When the first user in the deletion queue is due; null if the queue is empty. */
    earliestDeletion: () => earliest.get() ?? null,
    /** The key-store users in the deletion queue who are due by then. */
    idsDueForDeletion: (by: string): readonly string[] => dueUsers.all(by),
    /** Sessions of both parts that ended by then. */
    deleteSessions: (endedBy: string) => sessions.run(endedBy).changes,
    /** Replaced passphrases that can no longer be restored. */
    deleteKeptPassphrases: (endedBy: string) => kept.run(endedBy).changes,
    /** Failed attempts up to this time in milliseconds, and those in the future, which do not count either. */
    deleteFailedAttempts: (byMs: number, nowMs: number) => attempts.run(byMs, nowMs).changes,
  }
}
