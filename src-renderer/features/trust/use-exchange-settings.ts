import type { ExchangeSettings } from '../../../shared/contract/workbench-exchange.ts'
import { exchangeSettingsOperations } from '../../../shared/contract/workbench-exchange.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'

export function useExchangeSettings() {
  const { value, failure, busy, reload } = useLoaded(() => call(exchangeSettingsOperations.exchangeSettingsGet, {}))

  /** @throws {CallError} */
  async function save(body: ExchangeSettings): Promise<void> {
    value.value = await call(exchangeSettingsOperations.exchangeSettingsSave, { body })
  }

  return { settings: value, failure, busy, reload, save }
}

export type HeldSettings = ReturnType<typeof useExchangeSettings>
