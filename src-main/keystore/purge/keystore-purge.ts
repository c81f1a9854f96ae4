import { isoTime } from '../../service/ports.ts'
import type { KeystorePurgeStore } from './keystore-purge-store.ts'

/** An ended session is answered as expired for so long, then as unknown. */
const ENDED_SESSION_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Longer than every window in which failures count. */
const FAILED_ATTEMPT_KEPT_MS = 24 * 60 * 60 * 1000

interface KeystorePurge {
  readonly sessions: number
  readonly keptPassphrases: number
  readonly failedAttempts: number
}

/**
 * Deletes what time has ended: sessions that ended 7 days ago, replaced passphrases, and failed attempts
 * that no longer count. Run it in one transaction.
 *
 * @param dueByMs what had ended by then is deleted for good
 * @param nowMs what the clock says; failed attempts later than it do not count
 * @returns how many rows of each kind went.
 */
export function purgeKeystore(store: KeystorePurgeStore, dueByMs: number, nowMs: number): KeystorePurge {
  return {
    sessions: store.deleteSessions(isoTime(dueByMs - ENDED_SESSION_KEPT_MS)),
    keptPassphrases: store.deleteKeptPassphrases(isoTime(dueByMs)),
    failedAttempts: store.deleteFailedAttempts(nowMs - FAILED_ATTEMPT_KEPT_MS, nowMs),
  }
}
