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
interface ScenarioControls {
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
export interface VerifierConnections {
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
  readonly scenarioControls: ScenarioControls
  /** Subscribes to changes. Returns how to stop. */
  subscribe(listener: (change: VerifierChange) => void): () => void
  /** Tells it of connections. Without them nobody sees its calls, and there are no users. */
  connectTo(connections: VerifierConnections): void
  /** Resolves when nothing that a valid answer has begun is running. */
  settled(): Promise<void>
}

interface ScenarioControlsOptions {
  readonly requests: Pick<VerifierRequestStore, 'find' | 'update' | 'deleteClosedOfScenarios'>
  readonly subscriptionKey: () => string
  readonly clock: Clock
  /** Writes, and makes every change that has become due by it. */
  readonly change: (write: () => void) => void
}

/** @returns what scenarios may do, and the subscription key as they leave it */
export function createScenarioControls({ requests, subscriptionKey, clock, change }: ScenarioControlsOptions): {
  readonly scenarioControls: ScenarioControls
  readonly keyFor: (requestId: string | undefined) => string | undefined
} {
  const withoutKey = new Set<string>()
  return {
    scenarioControls: {
      withoutKeyOnce: (requestId) => void withoutKey.add(requestId),
      endNow: (requestId) =>
        change(() => requests.update({ ...getRequest(requests, requestId), expires_at: isoTime(clock.nowMs()) })),
      forgetScenarios: () => requests.deleteClosedOfScenarios(),
    },
    keyFor: (requestId) => (requestId !== undefined && withoutKey.delete(requestId) ? undefined : subscriptionKey()),
  }
}
