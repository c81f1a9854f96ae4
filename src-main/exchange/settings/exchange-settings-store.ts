import { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

export type ExchangeSettingsStore = ReturnType<typeof exchangeSettingsStore>

/** The settings of the exchange as one JSON text, on SQLite. */
export function exchangeSettingsStore(connection: Connection) {
  return workspaceValues(connection).settings('exchange_settings', ExchangeSettings)
}
