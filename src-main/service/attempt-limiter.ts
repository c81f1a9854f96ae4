import { tooManyRequests } from './rate-limiter.ts'

/** Keeps when attempts failed. Stored, so that a restart does not forget them (threat 10). */
export interface FailedAttemptStore {
  /** Times in milliseconds of failures under `key` after `sinceMs`, oldest first. */
  failuresSince(key: string, sinceMs: number): readonly number[]
  /** Adds a failure and drops those at or before `forgetBeforeMs`. */
  add(key: string, atMs: number, forgetBeforeMs: number): void
}

export interface AttemptLimiter {
  /** @throws {ServiceError} `too_many_requests` with the seconds until the oldest failure leaves the window. */
  refuseWhenExhausted(key: string, nowMs: number): void
  recordFailure(key: string, nowMs: number): void
}

/** Allows `limit` failures under one key within `windowMs` milliseconds. */
export function createAttemptLimiter(
  store: FailedAttemptStore,
  name: string,
  { limit, windowMs }: { readonly limit: number; readonly windowMs: number },
): AttemptLimiter {
  const storeKey = (key: string) => `${name}:${key}`
  return {
    refuseWhenExhausted(key, nowMs) {
      const failures = store.failuresSince(storeKey(key), nowMs - windowMs)
      const oldest = failures[failures.length - limit]
      if (oldest !== undefined) throw tooManyRequests('failed attempts', oldest + windowMs - nowMs)
    },
    recordFailure(key, nowMs) {
      store.add(storeKey(key), nowMs, nowMs - windowMs)
    },
  }
}
