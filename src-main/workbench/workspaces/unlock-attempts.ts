import { ServiceError } from '../../../shared/contract/errors.ts'

/** Runs one attempt at a time. @throws {ServiceError} `too_many_requests` when a later one replaces it */
export type UnlockAttempts = <Result>(attempt: () => Promise<Result>) => Promise<Result>

/**
 * Hashes one passphrase at a time, because each takes a second and much memory, and lets only the newest attempt wait.
 * So the right passphrase waits for one other at most, however many wrong ones were sent before.
 */
export function createUnlockAttempts(): UnlockAttempts {
  let isAtWork = false
  let waiting: { readonly begin: () => void; readonly giveWay: (refusal: ServiceError) => void } | undefined

  return async (attempt) => {
    if (isAtWork) await untilFree()
    isAtWork = true
    try {
      return await attempt()
    } finally {
      const next = waiting
      waiting = undefined
      if (next === undefined) isAtWork = false
      else next.begin()
    }
  }

  function untilFree(): Promise<void> {
    waiting?.giveWay(
      new ServiceError('too_many_requests', 'A later attempt took the place of this one; try again in 1 s.', {
        retryAfterSeconds: 1,
      }),
    )
    return new Promise((begin, giveWay) => {
      waiting = { begin, giveWay }
    })
  }
}
