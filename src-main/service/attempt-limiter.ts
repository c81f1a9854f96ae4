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

/** Stores nothing, for limits that may start again with the program. */
export const NOT_STORED: FailedAttemptStore = { failuresWithin: () => [], add: () => undefined }

/** Times are those of the wall clock, in milliseconds. */
export interface AttemptLimiter {
  /** @throws {ServiceError} `too_many_requests` with the seconds until the oldest failure leaves the window. */
  refuseWhenExhausted(key: string, nowMs: number): void
  /**
   * Counts a failure in memory, then stores it with those that could not be stored before. Call it outside a
   * transaction.
   * @param account `isKnown` tells whether the account exists. Failures of made-up accounts are stored under one shared
   *   key and never read: this takes equally long, but no stranger can fill the table.
   * @throws the fault of the store; the failure still counts
   */
  recordFailure(key: string, nowMs: number, account?: { readonly isKnown: boolean }): void
  /**
   * Stores failures that could not be stored before. Must be called, outside a transaction, before a check that writes
   * nothing itself: while failures cannot be stored, a right guess then fails like a wrong one.
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

/** Beyond this many keys, the key with the oldest last failure is dropped. The store keeps those of real accounts. */
const MAX_REMEMBERED = 16_384

/**
 * Allows `limit` failures under one key within `windowMs` milliseconds. It counts twice: in memory by a monotonic
 * clock, so that the limit holds when nothing can be written and when the wall clock is corrected; and in the store by
 * the wall clock, so that it survives a restart. Stored failures in the future do not count, because correcting a wrong
 * clock must lock nobody out.
 */
export function createAttemptLimiter(
  store: FailedAttemptStore,
  { name, limit, windowMs, elapsedMs }: Rate & { readonly name: string; readonly elapsedMs: () => number },
): AttemptLimiter {
  /** Ordered by the last failure of each key, oldest first. */
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
