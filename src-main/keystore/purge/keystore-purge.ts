import { isoTime } from '../../service/ports.ts'
import type { KeystorePurgeStore } from './keystore-purge-store.ts'

/** How long an ended session is still reported as expired rather than unknown. */
const SESSION_RETENTION_MS = 7 * 24 * 60 * 60 * 1000
/** Longer than every window in which failures count. */
const ATTEMPT_RETENTION_MS = 24 * 60 * 60 * 1000

interface KeystorePurge {
  readonly sessions: number
  readonly keptPassphrases: number
  readonly failedAttempts: number
}

/**
 * Deletes sessions that ended 7 days ago, expired replaced passphrases, and failed attempts that no longer count. Must
 * run in a transaction.
 *
 * @param dueByMs the time up to which expired entries may be deleted
 * @param nowMs the current time, after which no failed attempt counts
 * @returns how many rows of each kind were deleted
 */
export function purgeKeystore(store: KeystorePurgeStore, dueByMs: number, nowMs: number): KeystorePurge {
  return {
    sessions: store.deleteSessions(isoTime(dueByMs - SESSION_RETENTION_MS)),
    keptPassphrases: store.deleteKeptPassphrases(isoTime(dueByMs)),
    failedAttempts: store.deleteFailedAttempts(nowMs - ATTEMPT_RETENTION_MS, nowMs),
  }
}
