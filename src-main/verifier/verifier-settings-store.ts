import { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import type { Connection } from '../sqlite/database.ts'
import { workspaceValues } from '../sqlite/workspace-values.ts'

const SETTINGS = 'verifier_settings'
const WEBHOOK_SEED = 'verifier_webhook_seed'
const REQUEST_SECRET = 'verifier_request_secret'

export type VerifierSettingsStore = ReturnType<typeof verifierSettingsStore>

/** Stores the settings of the verifier as one JSON text, and the sealed secrets of its two keys. */
export function verifierSettingsStore(connection: Connection) {
  const values = workspaceValues(connection)
  return {
    ...values.settings(SETTINGS, VerifierSettings),
    /** The seed of the webhook key, sealed under the local key; undefined before its first use. */
    sealedWebhookSeed: () => values.find(WEBHOOK_SEED),
    saveSealedWebhookSeed: (sealed: Uint8Array) => {
      values.save(WEBHOOK_SEED, sealed)
    },
    /** The secret of the key that signs requests, sealed under the local key; undefined before its first use. */
    sealedRequestSecret: () => values.find(REQUEST_SECRET),
    saveSealedRequestSecret: (sealed: Uint8Array) => {
      values.save(REQUEST_SECRET, sealed)
    },
  }
}
