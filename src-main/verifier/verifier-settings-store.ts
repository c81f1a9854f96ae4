import { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../sqlite/database.ts'
import { workspaceValues } from '../sqlite/workspace-values.ts'

export interface VerifierSettingsStore {
  /** Undefined before they were changed for the first time. */
  read(): VerifierSettings | undefined
  save(settings: VerifierSettings): void
  /** The seed of the key that signs webhooks, under the local key; undefined before it was needed. */
  sealedWebhookSeed(): Uint8Array | undefined
  saveSealedWebhookSeed(sealed: Uint8Array): void
}

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
