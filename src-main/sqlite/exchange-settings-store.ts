import { ExchangeSettings } from '../../shared/contract/workbench-exchange.ts'
import type { ExchangeSettingsStore } from '../exchange/settings/exchange-settings-store.ts'
import type { Connection } from './database.ts'

const EXCHANGE_SETTINGS = 'exchange_settings'

/** The settings of the exchange as one JSON text, on SQLite. */
export function sqliteExchangeSettingsStore(connection: Connection): ExchangeSettingsStore {
  const read = connection.prepare<[string], Uint8Array>('SELECT value FROM workbench_settings WHERE name = ?').pluck()
  const write = connection.prepare<[string, Uint8Array]>(/* sql */ `
    INSERT INTO workbench_settings (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
  `)
  return {
    read() {
      const stored = read.get(EXCHANGE_SETTINGS)
      return stored && ExchangeSettings.parse(JSON.parse(Buffer.from(stored).toString('utf8')))
    },
    save: (settings) => void write.run(EXCHANGE_SETTINGS, Buffer.from(JSON.stringify(settings), 'utf8')),
  }
}
