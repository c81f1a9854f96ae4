import type { Send } from '../../shared/contract/caller.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { NetworkAccessControl } from './network-access.ts'
import type { StoreItem } from './valid-actions.ts'
import type { VerifierAddresses } from './verifier-addresses.ts'
import { getRequest } from './verifier-parts.ts'
import type { VerifierRequestStore } from './verifier-request-store.ts'
import type { VerifierSettingsAccess } from './verifier-settings.ts'
import type { WebhookKey } from './webhook-key.ts'

/** Causes faults on purpose for the wallet's scenarios. None of this can be called over HTTP. */
interface ScenarioControls {
  /** Makes the next call to the exchange for this request omit the subscription key. */
  omitKeyOnce(requestId: string): void
  /** Makes an open request expire now. @throws {ServiceError} `not_found` */
  expireNow(requestId: string): void
  /** Deletes the closed requests of scenarios. Returns how many. */
  deleteScenarios(): number
}

/** What changed: a request, or the settings. */
export type VerifierChange = { readonly request_id: string } | 'settings'

/** What a workspace provides to its verifier. */
export interface VerifierConnections {
  /** Wraps the calls that the verifier makes to the exchange, so that they are recorded. */
  readonly watchCalls: (send: Send) => Send
  readonly storeItem: StoreItem
}

/** How a workspace manages its verifier. */
export interface VerifierAdministration {
  readonly settings: VerifierSettingsAccess
  readonly addresses: Pick<VerifierAddresses, 'onThisComputer'>
  readonly webhookKey: Pick<WebhookKey, 'publicPem'>
  readonly network: NetworkAccessControl
  readonly scenarioControls: ScenarioControls
  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe(listener: (change: VerifierChange) => void): () => void
  /** Must be called before calls are recorded and items can be stored. */
  connectTo(connections: VerifierConnections): void
  /** Resolves when no action after a valid answer is running. */
  settled(): Promise<void>
}

interface ScenarioControlsOptions {
  readonly requests: Pick<VerifierRequestStore, 'find' | 'update' | 'deleteClosedOfScenarios'>
  readonly subscriptionKey: () => string
  readonly clock: Clock
  /** Writes, then applies the changes that have fallen due as a result. */
  readonly change: (write: () => void) => void
}

/** Creates the controls, and the lookup of the subscription key that obeys them. */
export function createScenarioControls({ requests, subscriptionKey, clock, change }: ScenarioControlsOptions): {
  readonly scenarioControls: ScenarioControls
  readonly keyFor: (requestId: string | undefined) => string | undefined
} {
  const withoutKey = new Set<string>()
  return {
    scenarioControls: {
      omitKeyOnce: (requestId) => void withoutKey.add(requestId),
      expireNow: (requestId) =>
        change(() => requests.update({ ...getRequest(requests, requestId), expires_at: isoTime(clock.nowMs()) })),
      deleteScenarios: () => requests.deleteClosedOfScenarios(),
    },
    keyFor: (requestId) => (requestId !== undefined && withoutKey.delete(requestId) ? undefined : subscriptionKey()),
  }
}
