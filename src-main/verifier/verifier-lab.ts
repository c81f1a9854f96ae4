import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { VerifierLab } from './verifier-administration.ts'
import { getRequest } from './verifier-parts.ts'
import type { VerifierRequestStore } from './verifier-request-store.ts'

export interface VerifierLabOptions {
  readonly requests: Pick<VerifierRequestStore, 'find' | 'update'>
  readonly subscriptionKey: () => string
  readonly clock: Clock
  /** Writes, and makes every change that has become due by it. */
  readonly change: (write: () => void) => void
}

/** @returns the lab, and the subscription key as the lab leaves it */
export function createVerifierLab({ requests, subscriptionKey, clock, change }: VerifierLabOptions): {
  readonly lab: VerifierLab
  readonly keyFor: (requestId: string | undefined) => string | undefined
} {
  const withoutKey = new Set<string>()
  return {
    lab: {
      withoutKeyOnce: (requestId) => void withoutKey.add(requestId),
      endNow: (requestId) =>
        change(() => requests.update({ ...getRequest(requests, requestId), expires_at: isoTime(clock.nowMs()) })),
    },
    keyFor: (requestId) => (requestId !== undefined && withoutKey.delete(requestId) ? undefined : subscriptionKey()),
  }
}
