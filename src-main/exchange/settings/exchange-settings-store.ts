import type { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'

export interface ExchangeSettingsStore {
  /** Undefined before they were changed for the first time. */
  read(): ExchangeSettings | undefined
  save(settings: ExchangeSettings): void
}
