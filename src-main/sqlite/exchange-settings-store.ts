import { ExchangeSettings } from '../../shared/contract/workbench-exchange.ts'
import type { ExchangeSettingsStore } from '../exchange/settings/exchange-settings-store.ts'
import type { Connection } from './database.ts'
import { workspaceValues } from './workspace-values.ts'

const EXCHANGE_SETTINGS = 'exchange_settings'

/** The settings of the exchange as one JSON text, on SQLite. */
export function sqliteExchangeSettingsStore(connection: Connection): ExchangeSettingsStore {
  const values = workspaceValues(connection)
  return {
    read: () => ExchangeSettings.optional().parse(values.findJson(EXCHANGE_SETTINGS)),
    save: (settings) => {
      values.saveJson(EXCHANGE_SETTINGS, settings)
    },
  }
}
