import type { SteadyClock } from './ports.ts'

/** Stores the newest reading of the clock from one start to the next. */
export interface ClockReadingStore {
  /** Milliseconds since 1970; undefined if none was stored. */
  read(): number | undefined
  write(readingMs: number): void
}

/** A clock for irreversible deletions: it trusts a reading once a later start, or a day of use, confirms it. */
export interface ErasureClock {
  /**
   * Returns the moment up to which what is due may be erased for good.
   *
   * @param nowMs what the clock says now
   * @returns milliseconds since 1970, never later than `nowMs`
   */
  until(nowMs: number): number
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * One wrong reading must erase nothing. So a reading from before this start counts at once, and one of this run counts
 * after a day of use. When the clock is set back, readings later than the new time no longer count.
 */
export function createErasureClock(readings: ClockReadingStore, clock: SteadyClock): ErasureClock {
  const before = readings.read()
  let newestMs = before ?? 0
  let confirmedMs = newestMs > clock.nowMs() ? 0 : newestMs
  let candidate = { readingMs: clock.nowMs(), elapsedMs: clock.elapsedMs() }
  return { until }

  function until(nowMs: number): number {
    const elapsedMs = clock.elapsedMs()
    const isConfirmed = elapsedMs - candidate.elapsedMs >= DAY_MS
    if (isConfirmed && candidate.readingMs <= nowMs) confirmedMs = candidate.readingMs
    if (isConfirmed || candidate.readingMs > nowMs) candidate = { readingMs: nowMs, elapsedMs }
    if (nowMs < newestMs || nowMs - newestMs >= DAY_MS) note(nowMs)
    return Math.min(confirmedMs, nowMs)
  }

  /** A reading that cannot be written only means that less is erased. */
  function note(readingMs: number): void {
    try {
      readings.write(readingMs)
      newestMs = readingMs
    } catch {
      // the disk may be full: the next call tries again
    }
  }
}
