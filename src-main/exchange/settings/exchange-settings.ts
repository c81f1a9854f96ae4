import type { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'
import type { ExchangeSettingsStore } from './exchange-settings-store.ts'

/** How the exchange of a workspace verifies where a caller does not say (docs/contract/exchange.md, Settings). */
export interface HeldExchangeSettings {
  get(): ExchangeSettings
  save(settings: ExchangeSettings): ExchangeSettings
}

const DEFAULTS: ExchangeSettings = { allow_inline_contexts: false, policy: {} }

export function createExchangeSettings(store: ExchangeSettingsStore, onChange: () => void): HeldExchangeSettings {
  let held: ExchangeSettings | undefined
  return {
    get: () => (held ??= store.read() ?? DEFAULTS),
    save(settings) {
      store.save(settings)
      held = settings
      onChange()
      return settings
    },
  }
}
