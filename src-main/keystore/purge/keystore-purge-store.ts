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
