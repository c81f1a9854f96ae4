import type { Rate } from './rate-limiter.ts'
import { tooManyRequests } from './rate-limiter.ts'

/** Stores when attempts failed, so that a restart does not forget them. Times are those of the wall clock. */
export interface FailedAttemptStore {
  /** Times in milliseconds of failures under `key` after `afterMs` and up to `untilMs`, oldest first. */
  failuresWithin(key: string, afterMs: number, untilMs: number): readonly number[]
  /** Adds failures and deletes those that `retention` does not cover, in one durable step. */
  add(key: string, timesMs: readonly number[], retention: FailureRetention): void
}

/** Which failures stay stored: later than `afterMs`, not later than `untilMs`, and of these the newest `limit`. */
export interface FailureRetention {
  readonly afterMs: number
  readonly untilMs: number
  readonly limit: number
}

/** Stores nothing, for attempts that a restart may forget because they give access to nothing. */
export const NOT_STORED: FailedAttemptStore = { failuresWithin: () => [], add: () => undefined }

/** Times are those of the wall clock, in milliseconds. */
export interface AttemptLimiter {
  /** @throws {ServiceError} `too_many_requests` with the seconds until the oldest failure leaves the window. */
  refuseWhenExhausted(key: string, nowMs: number): void
  /**
   * Counts a failure in memory, then stores it with those that could not be stored before. Call it outside a
   * transaction.
   *
   * @param of `isKnown`: whether the account that was tried exists. Failures of made-up accounts are stored under one
   *   shared key and not read again: that takes as long, but no stranger can fill the table.
   * @throws the fault of the store; the failure counts all the same
   */
  recordFailure(key: string, nowMs: number, of?: { readonly isKnown: boolean }): void
  /**
   * Stores failures that could not be stored before. Call it outside a transaction before an attempt is checked that
   * writes nothing itself: a right guess then fails like a wrong one while failures cannot be stored.
   *
   * @throws the fault of the store
   */
  storeFailures(key: string, nowMs: number): void
}

interface Failure {
  readonly nowMs: number
  readonly elapsedMs: number
  /** The key under which it is stored. */
  readonly storeKey: string
  isStored: boolean
}

/** Beyond this many keys, the one whose last failure is oldest is dropped. The store has those of real accounts. */
const MAX_REMEMBERED = 16_384

/**
 * Allows `limit` failures under one key within `windowMs` milliseconds.
 *
 * It counts twice: in memory by a monotonic clock, so that the limit holds when nothing can be written and when the
 * wall clock is corrected; and in the store by the wall clock, so that it holds over a restart. Stored failures later
 * than now do not count, because a clock that was wrong and is right again must lock nobody out.
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

    recordFailure(key, nowMs, { isKnown } = { isKnown: true }) {
      const now = elapsedMs()
      forgetBefore(now - windowMs)
      const failures = failuresAfter(key, now - windowMs)
      remembered.delete(key)
      const failure = { nowMs, elapsedMs: now, storeKey: storeKey(isKnown ? key : ''), isStored: false }
      remembered.set(key, [...failures, failure])
      storeFailures(key, nowMs)
    },

    storeFailures,
  }

  function failuresAfter(key: string, sinceElapsedMs: number): readonly Failure[] {
    return (remembered.get(key) ?? []).filter((failure) => failure.elapsedMs > sinceElapsedMs)
  }

  function storeFailures(key: string, nowMs: number): void {
    const unstored = (remembered.get(key) ?? []).filter(({ isStored }) => !isStored)
    if (unstored.length === 0) return
    const retention = { afterMs: nowMs - windowMs, untilMs: nowMs, limit }
    for (const [storedUnder, failures] of Map.groupBy(unstored, (failure) => failure.storeKey)) {
      const times = failures.map((failure) => failure.nowMs)
      store.add(storedUnder, times, retention)
      for (const failure of failures) failure.isStored = true
    }
  }

  function forgetBefore(sinceElapsedMs: number): void {
    for (const [key, failures] of remembered) {
      const isOver = (failures.at(-1)?.elapsedMs ?? sinceElapsedMs) <= sinceElapsedMs
      if (!isOver && remembered.size < MAX_REMEMBERED) return
      remembered.delete(key)
    }
  }
}
