import { i18n, oneOf } from '../../i18n/i18n.ts'
import titles from './scenario-titles.json'

const ENGLISH = new Map(Object.entries(titles))

/**
 * What a scenario is called. The English titles come with who shows them and not with their language: they are many, and the
 * first page has no use for them.
 */
export function scenarioTitle(scenario: string): string {
  const key = oneOf('wallet.scenario.*', scenario)
  return i18n.global.te(key) ? i18n.global.t(key) : (ENGLISH.get(scenario) ?? scenario)
}
