import type { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'

export interface VerifierSettingsStore {
  /** Undefined before they were changed for the first time. */
  read(): VerifierSettings | undefined
  save(settings: VerifierSettings): void
  /** The seed of the key that signs webhooks, under the local key; undefined before it was needed. */
  sealedWebhookSeed(): Uint8Array | undefined
  saveSealedWebhookSeed(sealed: Uint8Array): void
}
