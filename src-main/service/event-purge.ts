import { isoTime } from './ports.ts'

/** An event is kept for so long. */
const EVENT_KEPT_MS = 365 * 24 * 60 * 60 * 1000

/** One purge holds the database for about 25 ms at most; what is left is deleted by the next one. */
const EVENTS_AT_ONCE = 5_000

export interface EventPurgeStore {
  /**
   * Deletes the oldest events that happened before a moment.
   *
   * @returns how many went
   */
  deleteBefore(time: string, atMost: number): number
}

/** Deletes events older than 365 days. @returns how many went */
export function purgeEvents(store: EventPurgeStore, nowMs: number): number {
  return store.deleteBefore(isoTime(nowMs - EVENT_KEPT_MS), EVENTS_AT_ONCE)
}
