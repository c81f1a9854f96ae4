import type { Log } from './ports.ts'
import { isoTime } from './ports.ts'

/** Stores the last day on which a user made a call. It outlives the sessions. */
export interface SessionUseStore {
  /** Does nothing for a user who was deleted. */
  noteUse(userId: string, day: string): void
}

/** Records the last day of use, with one small write per user and day. */
export interface SessionUses {
  readonly note: (userId: string, nowMs: number) => void
}

/** The UTC day of a moment, such as `2026-01-31`. */
export function utcDay(ms: number): string {
  return isoTime(ms).slice(0, 'YYYY-MM-DD'.length)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Calls after the first of a user's day cost only one look-up in a map. */
export function createSessionUses(store: SessionUseStore, log: Log): SessionUses {
  /** The last written day, as days since 1970, by user id. */
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
