import { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import type { VerifierSettingsStore } from '../verifier/verifier-settings-store.ts'
import type { Connection } from './database.ts'

const SETTINGS = 'verifier_settings'
const WEBHOOK_SEED = 'verifier_webhook_seed'

/** The settings of the verifier as one JSON text, and its sealed seed, on SQLite. */
export function sqliteVerifierSettingsStore(connection: Connection): VerifierSettingsStore {
  const read = connection.prepare<[string], Uint8Array>('SELECT value FROM workbench_settings WHERE name = ?').pluck()
  const write = connection.prepare<[string, Uint8Array]>(/* sql */ `
    INSERT INTO workbench_settings (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
  `)
  return {
    read() {
      const stored = read.get(SETTINGS)
      return stored && VerifierSettings.parse(JSON.parse(Buffer.from(stored).toString('utf8')))
    },
    save: (settings) => void write.run(SETTINGS, Buffer.from(JSON.stringify(settings), 'utf8')),
    sealedWebhookSeed: () => read.get(WEBHOOK_SEED),
    saveSealedWebhookSeed: (sealed) => void write.run(WEBHOOK_SEED, sealed),
  }
}
