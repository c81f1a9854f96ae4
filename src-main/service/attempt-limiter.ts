import type { Rate } from './rate-limiter.ts'
import { tooManyRequests } from './rate-limiter.ts'

/** Keeps when attempts failed. Stored, so that a restart does not forget them. Times are those of the wall clock. */
export interface FailedAttemptStore {
  /** Times in milliseconds of failures under `key` after `afterMs` and up to `untilMs`, oldest first. */
  failuresWithin(key: string, afterMs: number, untilMs: number): readonly number[]
  /** Adds failures in one durable step, and drops those that are outside of the window and all but the newest `limit`. */
  add(key: string, timesMs: readonly number[], kept: KeptFailures): void
}

/** Later than `afterMs`, not later than `untilMs`, and at most so many. */
export interface KeptFailures {
  readonly afterMs: number
  readonly untilMs: number
  readonly limit: number
}

/** Counts in memory alone: for attempts that prove nothing, so that a restart may forget them. */
export const NOT_STORED: FailedAttemptStore = { failuresWithin: () => [], add: () => undefined }

/** Times are those of the wall clock, in milliseconds. */
export interface AttemptLimiter {
  /** @throws {ServiceError} `too_many_requests` with the seconds until the oldest failure leaves the window. */
  refuseWhenExhausted(key: string, nowMs: number): void
  /**
   * Counts a failure, in memory first and then in the store together with those that could not be stored before. Called
   * outside of a transaction.
   *
   * @param of `isKnown`: whether there is what was tried. Of what does not exist, which a stranger makes up as he likes,
   *   the same step is written under one key for all: it takes as long, no rows grow, and a restart forgets it.
   * @throws the fault of the store; the failure counts all the same
   */
  recordFailure(key: string, nowMs: number, of?: { readonly isKnown: boolean }): void
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
  /** The key under which it is stored. */
  readonly storeKey: string
  isStored: boolean
}

/** Those whose last failure is oldest are forgotten first. The store still knows what exists. */
const MAX_REMEMBERED = 16_384

/**
 * Allows `limit` failures under one key within `windowMs` milliseconds.
 *
 * It counts twice. In memory by a clock that nobody can set, so that the limit holds when nothing can be written and
 * when the wall clock is corrected. In the store by the wall clock, so that it holds over a restart; there failures later
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
    const waiting = (remembered.get(key) ?? []).filter(({ isStored }) => !isStored)
    if (waiting.length === 0) return
    const kept = { afterMs: nowMs - windowMs, untilMs: nowMs, limit }
    for (const [place, failures] of Map.groupBy(waiting, (failure) => failure.storeKey)) {
      const times = failures.map((failure) => failure.nowMs)
      store.add(place, times, kept)
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
