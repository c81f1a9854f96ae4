import { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import type { VerifierSettingsStore } from '../verifier/verifier-settings-store.ts'
import type { Connection } from './database.ts'
import { workspaceValues } from './workspace-values.ts'

const SETTINGS = 'verifier_settings'
const WEBHOOK_SEED = 'verifier_webhook_seed'

/** The settings of the verifier as one JSON text, and its sealed seed, on SQLite. */
export function sqliteVerifierSettingsStore(connection: Connection): VerifierSettingsStore {
  const values = workspaceValues(connection)
  return {
    read: () => VerifierSettings.optional().parse(values.findJson(SETTINGS)),
    save: (settings) => {
      values.saveJson(SETTINGS, settings)
    },
    sealedWebhookSeed: () => values.find(WEBHOOK_SEED),
    saveSealedWebhookSeed: (sealed) => {
      values.save(WEBHOOK_SEED, sealed)
    },
  }
}
