import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { SubscriptionKeys } from './subscription-keys/subscription-keys.ts'

/** What changed, as the window is told. */
export type ExchangePart = Extract<WorkbenchEvent, { readonly type: 'exchange' }>['part']

/** What a workspace does with its exchange besides calling it. */
export interface ExchangeAdministration {
  readonly subscriptionKeys: SubscriptionKeys
  /** Subscribes to changes. Returns how to stop. */
  subscribe(listener: (part: ExchangePart) => void): () => void
}
