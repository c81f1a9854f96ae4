import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { DefinitionIndex } from './presentation-definitions/definition-index.ts'
import type { RegistryEntries } from './registries/registry-entries.ts'
import type { TrustedIssuers } from './registries/trusted-issuers.ts'
import type { HeldExchangeSettings } from './exchange-settings-store.ts'
import type { SubscriptionKeys } from './subscription-keys/subscription-keys.ts'

/** What changed, as the window is told. */
export type ExchangePart = Extract<WorkbenchEvent, { readonly type: 'exchange' }>['part']

/** What a workspace does with its exchange besides calling it. */
export interface ExchangeAdministration {
  readonly definitions: DefinitionIndex
  readonly subscriptionKeys: SubscriptionKeys
  readonly registries: RegistryEntries
  readonly trustedIssuers: TrustedIssuers
  readonly settings: HeldExchangeSettings
  /** Subscribes to changes. Returns how to stop. */
  subscribe(listener: (part: ExchangePart) => void): () => void
}
