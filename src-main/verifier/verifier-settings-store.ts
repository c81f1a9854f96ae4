import { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../sqlite/database.ts'
import { workspaceValues } from '../sqlite/workspace-values.ts'

const SETTINGS = 'verifier_settings'
const WEBHOOK_SEED = 'verifier_webhook_seed'

export type VerifierSettingsStore = ReturnType<typeof verifierSettingsStore>

/** Stores the settings of the verifier as one JSON text, and the sealed seed of its webhook key. */
export function verifierSettingsStore(connection: Connection) {
  const values = workspaceValues(connection)
  return {
    ...values.settings(SETTINGS, VerifierSettings),
    /** The seed of the webhook key, sealed under the local key; undefined before its first use. */
    sealedWebhookSeed: () => values.find(WEBHOOK_SEED),
    saveSealedWebhookSeed: (sealed: Uint8Array) => {
      values.save(WEBHOOK_SEED, sealed)
    },
  }
}
