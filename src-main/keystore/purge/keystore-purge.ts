import { isoTime } from '../../service/ports.ts'
import type { KeystorePurgeStore } from './keystore-purge-store.ts'

/** How long an ended session is reported as expired, before it becomes unknown. */
const ENDED_SESSION_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Longer than every window in which failures count. */
const FAILED_ATTEMPT_KEPT_MS = 24 * 60 * 60 * 1000

interface KeystorePurge {
  readonly sessions: number
  readonly keptPassphrases: number
  readonly failedAttempts: number
}

/**
 * Deletes sessions that ended 7 days ago, expired replaced passphrases, and failed attempts that no longer count. Run
 * it in one transaction.
 *
 * @param dueByMs entries due by then are deleted irreversibly
 * @param nowMs the time of the clock; failed attempts later than it do not count
 * @returns how many rows of each kind were deleted
 */
export function purgeKeystore(store: KeystorePurgeStore, dueByMs: number, nowMs: number): KeystorePurge {
  return {
    sessions: store.deleteSessions(isoTime(dueByMs - ENDED_SESSION_KEPT_MS)),
    keptPassphrases: store.deleteKeptPassphrases(isoTime(dueByMs)),
    failedAttempts: store.deleteFailedAttempts(nowMs - FAILED_ATTEMPT_KEPT_MS, nowMs),
  }
}
