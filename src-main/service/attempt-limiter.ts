import type { Rate } from './rate-limiter.ts'
import { tooManyRequests } from './rate-limiter.ts'

/** Keeps when attempts failed. Stored, so that a restart does not forget them. Times are those of the wall clock. */
export interface FailedAttemptStore {
  /** Times in milliseconds of failures under `key` after `afterMs` and up to `untilMs`, oldest first. */
  failuresWithin(key: string, afterMs: number, untilMs: number): readonly number[]
  /** Adds failures in one durable step, and drops those up to `afterMs` and those later than `untilMs`. */
  add(key: string, timesMs: readonly number[], afterMs: number, untilMs: number): void
}

/** Times are those of the wall clock, in milliseconds. */
export interface AttemptLimiter {
  /** @throws {ServiceError} `too_many_requests` with the seconds until the oldest failure leaves the window. */
  refuseWhenExhausted(key: string, nowMs: number): void
  /**
   * Counts a failure, in memory first and then in the store together with those that could not be stored before. Called
   * outside of a transaction.
   *
   * @throws the fault of the store; the failure counts all the same
   */
  recordFailure(key: string, nowMs: number): void
  /**
   * Stores failures that could not be stored before. For attempts that need not write anything themselves: called before
   * the attempt is looked at, and outside of a transaction, it makes a right one fail like a wrong one for as long as
   * the count cannot be kept.
   *
   * @throws the fault of the store
   */
  storeFailures(key: string, nowMs: number): void
}

interface Failure {
  readonly nowMs: number
  readonly elapsedMs: number
  isStored: boolean
}

/**
 * Allows `limit` failures under one key within `windowMs` milliseconds.
 *
 * It counts twice. In memory by a clock that nobody can set, so that the limit holds when nothing can be written and
 * when the wall clock is corrected. In the store by the wall clock, so that it holds over a restart; there failures later
 * than now do not count, because a clock that was wrong and is right again must lock nobody out. Whoever lets attempts in
 * limits how many keys they can name (rate-limiter.ts).
 */
export function createAttemptLimiter(
  store: FailedAttemptStore,
  { name, limit, windowMs, elapsedMs }: Rate & { readonly name: string; readonly elapsedMs: () => number },
): AttemptLimiter {
  /** The key whose last failure is oldest stands first. */
  const remembered = new Map<string, readonly Failure[]>()
  const storeKey = (key: string) => `${name}:${key}`

  return {
    refuseWhenExhausted(key, nowMs) {
      const since = elapsedMs() - windowMs
      const inMemory = failuresAfter(key, since).at(-limit)
      const stored = store.failuresWithin(storeKey(key), nowMs - windowMs, nowMs).at(-limit)
      const waitMs = Math.max(
        inMemory === undefined ? 0 : inMemory.elapsedMs - since,
        stored === undefined ? 0 : stored + windowMs - nowMs,
      )
      if (waitMs > 0) throw tooManyRequests('failed attempts', waitMs)
    },

    recordFailure(key, nowMs) {
      const now = elapsedMs()
      forgetBefore(now - windowMs)
      const failures = failuresAfter(key, now - windowMs)
      remembered.delete(key)
      remembered.set(key, [...failures, { nowMs, elapsedMs: now, isStored: false }])
      storeFailures(key, nowMs)
    },

    storeFailures,
  }

  function failuresAfter(key: string, sinceElapsedMs: number): readonly Failure[] {
    return (remembered.get(key) ?? []).filter((failure) => failure.elapsedMs > sinceElapsedMs)
  }

  function storeFailures(key: string, nowMs: number): void {
    const waiting = (remembered.get(key) ?? []).filter(({ isStored }) => !isStored)
    if (waiting.length === 0) return
    const times = waiting.map((failure) => failure.nowMs)
    store.add(storeKey(key), times, nowMs - windowMs, nowMs)
    for (const failure of waiting) failure.isStored = true
  }

  function forgetBefore(sinceElapsedMs: number): void {
    for (const [key, failures] of remembered) {
      if ((failures.at(-1)?.elapsedMs ?? sinceElapsedMs) > sinceElapsedMs) return
      remembered.delete(key)
    }
  }
}
