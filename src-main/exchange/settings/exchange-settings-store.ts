import { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

export interface ExchangeSettingsStore {
  /** Undefined before they were changed for the first time. */
  read(): ExchangeSettings | undefined
  save(settings: ExchangeSettings): void
}

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
