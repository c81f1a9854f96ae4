import { isoTime } from './ports.ts'

const EVENT_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000

/** Keeps a purge below about 25 ms; the next purge deletes the rest. */
const MAX_EVENTS_PER_PURGE = 5_000

export interface EventPurgeStore {
  /**
   * Deletes the oldest events that happened before a moment.
   *
   * @returns how many were deleted
   */
  deleteBefore(time: string, atMost: number): number
}

/** Deletes events older than 365 days. @returns how many were deleted */
export function purgeEvents(store: EventPurgeStore, nowMs: number): number {
  return store.deleteBefore(isoTime(nowMs - EVENT_LIFETIME_MS), MAX_EVENTS_PER_PURGE)
}
