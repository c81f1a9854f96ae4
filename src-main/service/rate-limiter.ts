import { phrase, ServiceError } from '../../shared/contract/errors.ts'
import type { CallOrigin } from './call.ts'

/** A number of calls within a number of milliseconds. */
export interface Rate {
  readonly limit: number
  readonly windowMs: number
}

/** Counts in memory only: unlike failed attempts, a flood is over once it pauses. Times are monotonic (`elapsedMs`). */
export interface RateLimiter {
  /** Counts a call. @throws {ServiceError} `too_many_requests` when the window's limit is used up. */
  take(nowMs: number): void
}

/** The kind of sender of a call: senders on the network cannot be told apart. */
export type Sender = 'network' | 'window'

export function senderOf({ overNetwork }: CallOrigin): Sender {
  return overNetwork ? 'network' : 'window'
}

/**
 * Keeps one counter for the network and one for the window and other parts of this program: a flood of strangers must
 * not lock out the person at the window.
 */
export function countedBySender<Counter>(make: (sender: Sender) => Counter): (origin: CallOrigin) => Counter {
  const counters = { network: make('network'), window: make('window') }
  return (origin) => counters[senderOf(origin)]
}

/** Allows `limit` calls of all callers together within `windowMs` milliseconds, for work that strangers can ask for. */
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

/** Refuses more of `what` while a window lasts; the answer states whole seconds. */
export function tooManyRequests(what: string, remainingMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000))
  return new ServiceError('too_many_requests', phrase`Too many ${what}; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}
