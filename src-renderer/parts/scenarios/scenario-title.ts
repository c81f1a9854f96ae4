import { i18n } from '../../i18n/i18n.ts'

/** What a scenario is called, by the words of the wallet, which has the scenarios. */
export function scenarioTitle(scenario: string): string {
  const key = `wallet.scenario.${scenario}`
  return i18n.global.te(key) ? i18n.global.t(key) : scenario
}
