import type { Send } from '../../shared/contract/caller.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { HeldNetworkAccess } from './network-access.ts'
import type { StoreItem } from './valid-actions.ts'
import type { VerifierAddresses } from './verifier-addresses.ts'
import { getRequest } from './verifier-parts.ts'
import type { VerifierRequestStore } from './verifier-request-store.ts'
import type { HeldVerifierSettings } from './verifier-settings.ts'
import type { WebhookKey } from './webhook-key.ts'

/** What goes wrong on purpose, for scenarios of the wallet only: nothing of it can be reached over HTTP. */
interface VerifierLab {
  /** The next question to the exchange about this request comes without the subscription key. */
  withoutKeyOnce(requestId: string): void
  /** Ends an open request now. @throws {ServiceError} `not_found` */
  endNow(requestId: string): void
  /** Deletes the requests that were made to try scenarios and are over. @returns how many */
  forgetScenarios(): number
}

/** What changed: a request, or how the verifier is set. */
export type VerifierChange = { readonly request_id: string } | 'settings'

/** What a workspace lends its verifier. */
export interface VerifierSurroundings {
  /** Lets somebody see the calls that the verifier makes to the exchange. */
  readonly watchCalls: (send: Send) => Send
  readonly storeItem: StoreItem
}

/** What a workspace does with its verifier besides calling it. */
export interface VerifierAdministration {
  readonly settings: HeldVerifierSettings
  readonly addresses: Pick<VerifierAddresses, 'onThisComputer'>
  readonly webhookKey: Pick<WebhookKey, 'publicPem'>
  readonly network: HeldNetworkAccess
  readonly lab: VerifierLab
  /** Subscribes to changes. Returns how to stop. */
  subscribe(listener: (change: VerifierChange) => void): () => void
  /** Without surroundings nobody sees its calls, and there are no users. */
  connectTo(surroundings: VerifierSurroundings): void
  /** Resolves when nothing that a valid answer has begun is running. */
  settled(): Promise<void>
}

interface VerifierLabOptions {
  readonly requests: Pick<VerifierRequestStore, 'find' | 'update' | 'deleteClosedOfScenarios'>
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
      forgetScenarios: () => requests.deleteClosedOfScenarios(),
    },
    keyFor: (requestId) => (requestId !== undefined && withoutKey.delete(requestId) ? undefined : subscriptionKey()),
  }
}
