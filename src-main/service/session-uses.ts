import type { Log } from './ports.ts'
import { isoTime } from './ports.ts'

/** Stores on which day a user came last; this outlives the sessions. */
export interface SessionUseStore {
  /** Does nothing for a user who was deleted. */
  noteUse(userId: string, day: string): void
}

/** Records on which days users came, with one small write per user and day. */
export interface SessionUses {
  readonly note: (userId: string, nowMs: number) => void
}

/** The UTC day of a moment, such as `2026-01-31`. */
export function utcDay(ms: number): string {
  return isoTime(ms).slice(0, 'YYYY-MM-DD'.length)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** All but the first call of a user's day cost one look-up in a map. */
export function createSessionUses(store: SessionUseStore, log: Log): SessionUses {
  /** The number of the day that was written last, by user id. */
  const noted = new Map<string, number>()
  return {
    note(userId, nowMs) {
      const day = Math.floor(nowMs / DAY_MS)
      if (noted.get(userId) === day) return
      noted.set(userId, day)
      try {
        store.noteUse(userId, utcDay(nowMs))
      } catch (fault) {
        noted.delete(userId)
        log.error('the use of a session could not be stored', fault) // the call itself was answered
      }
    },
  }
}
