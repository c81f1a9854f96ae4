import { ServiceError } from '../../shared/contract/errors.ts'

export interface RateLimiter {
  /** Counts a call. @throws {ServiceError} `too_many_requests` when the window has had its share. */
  take(nowMs: number): void
}

/**
 * Allows `limit` calls of anybody together within `windowMs` milliseconds, for work that strangers can ask for. In memory
 * only: unlike failed attempts, a flood is over as soon as it pauses.
 */
export function createRateLimiter({
  limit,
  windowMs,
}: {
  readonly limit: number
  readonly windowMs: number
}): RateLimiter {
  let startMs = -Infinity
  let count = 0
  return {
    take(nowMs) {
      if (nowMs < startMs || nowMs >= startMs + windowMs) {
        startMs = nowMs
        count = 0
      }
      if (count >= limit) throw tooManyRequests('calls', startMs + windowMs - nowMs)
      count += 1
    },
  }
}

/** The refusal of more `what` for as long as a window goes on; the answer names whole seconds. */
export function tooManyRequests(what: string, remainingMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000))
  return new ServiceError('too_many_requests', `too many ${what}; try again in ${retryAfterSeconds} s`, {
    retryAfterSeconds,
    extraInfo: { retry_after_seconds: retryAfterSeconds },
  })
}
