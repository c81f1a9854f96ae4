import { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

const EXCHANGE_SETTINGS = 'exchange_settings'

export type ExchangeSettingsStore = ReturnType<typeof exchangeSettingsStore>

/** The settings of the exchange as one JSON text, on SQLite. */
export function exchangeSettingsStore(connection: Connection) {
  const values = workspaceValues(connection)
  return {
    /** Undefined before they were changed for the first time. */
    read: () => ExchangeSettings.optional().parse(values.findJson(EXCHANGE_SETTINGS)),
    save: (settings: ExchangeSettings) => {
      values.saveJson(EXCHANGE_SETTINGS, settings)
    },
  }
}
