import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { DefinitionIndex } from './presentation-definitions/definition-index.ts'
import type { RegistryEntries } from './registries/registry-entries.ts'
import type { TrustedIssuers } from './registries/trusted-issuers.ts'
import type { HeldExchangeSettings } from './exchange-settings-store.ts'
import type { SubscriptionKeys } from './subscription-keys/subscription-keys.ts'

/** The changed part, as reported to the window. */
export type ExchangePart = Extract<WorkbenchEvent, { readonly type: 'exchange' }>['part']

/** Operations of a workspace on its exchange that are not calls. */
export interface ExchangeAdministration {
  readonly definitions: DefinitionIndex
  readonly subscriptionKeys: SubscriptionKeys
  readonly registries: RegistryEntries
  readonly trustedIssuers: TrustedIssuers
  readonly settings: HeldExchangeSettings
  /** Subscribes to changes. Returns how to stop. */
  subscribe(listener: (part: ExchangePart) => void): () => void
}
