import type { SteadyClock } from './ports.ts'

/** Stores the newest reading of the clock from one start to the next. */
export interface ClockReadingStore {
  /** Milliseconds since 1970; undefined if none was stored. */
  read(): number | undefined
  write(readingMs: number): void
}

/** A clock for irreversible deletions, which trusts a reading only once a later start or a day of use confirms it. */
export interface ErasureClock {
  /**
   * Returns the moment up to which due data may be erased.
   *
   * @param nowMs what the clock says now
   * @returns milliseconds since 1970, never later than `nowMs`
   */
  until(nowMs: number): number
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A single wrong reading must erase nothing. So a reading stored before this start counts at once, and a reading of
 * this run counts after a day of use. When the clock is set back, readings later than the new time no longer count.
 */
export function createErasureClock(readings: ClockReadingStore, clock: SteadyClock): ErasureClock {
  const storedMs = readings.read()
  let newestMs = storedMs ?? 0
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

  /** Without a stored reading, less is erased after the next start. */
  function note(readingMs: number): void {
    try {
      readings.write(readingMs)
      newestMs = readingMs
    } catch {
      // The disk may be full; the next call tries again.
    }
  }
}
