import { ExchangeSettings } from '../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../sqlite/database.ts'
import { workspaceValues } from '../sqlite/workspace-values.ts'

/** Defaults for verification in a workspace (docs/contract/exchange.md, Settings). */
export type HeldExchangeSettings = ReturnType<typeof exchangeSettingsStore>

const DEFAULTS: ExchangeSettings = { allow_inline_contexts: false, policy: {} }

export function exchangeSettingsStore(connection: Connection, onChange: () => void) {
  const store = workspaceValues(connection).settings('exchange_settings', ExchangeSettings)
  let held: ExchangeSettings | undefined
  return {
    get: () => (held ??= store.read() ?? DEFAULTS),
    save(settings: ExchangeSettings) {
      store.save(settings)
      held = settings
      onChange()
      return settings
    },
  }
}
