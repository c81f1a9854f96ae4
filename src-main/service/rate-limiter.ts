import { phrase, ServiceError } from '../../shared/contract/errors.ts'
import type { CallOrigin } from './call.ts'

/** Allows at most `limit` calls within `windowMs` milliseconds. */
export interface Rate {
  readonly limit: number
  readonly windowMs: number
}

/** Counts calls in memory only. Times are monotonic (`elapsedMs`). */
export interface RateLimiter {
  /** Counts a call. @throws {ServiceError} `too_many_requests` when the limit is used up */
  take(nowMs: number): void
}

/** Where a call came from. Senders on the network cannot be told apart. */
export type Sender = 'network' | 'window'

export function senderOf({ overNetwork }: CallOrigin): Sender {
  return overNetwork ? 'network' : 'window'
}

/**
 * Keeps one counter for the network and one for this program, so that strangers cannot lock out the person at the
 * window.
 */
export function countedBySender<Counter>(make: (sender: Sender) => Counter): (origin: CallOrigin) => Counter {
  const counters = { network: make('network'), window: make('window') }
  return (origin) => counters[senderOf(origin)]
}

/** Limits the calls of all callers together, for work that strangers can ask for. */
export function createRateLimiter({ limit, windowMs }: Rate): RateLimiter {
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

/** The refusal of more of `what` for the remaining time, stated in whole seconds. */
export function tooManyRequests(what: string, remainingMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000))
  return new ServiceError('too_many_requests', phrase`Too many ${what}; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}
