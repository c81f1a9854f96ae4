import { i18n, oneOf } from '../../i18n/i18n.ts'
import titles from './scenario-titles.json'

const ENGLISH = new Map(Object.entries(titles))

/**
 * The title of a scenario. The English titles are bundled with the components that show them: there are many, and the
 * first page does not need them.
 */
export function scenarioTitle(scenario: string): string {
  const key = oneOf('wallet.scenario.*', scenario)
  return i18n.global.te(key) ? i18n.global.t(key) : (ENGLISH.get(scenario) ?? scenario)
}
