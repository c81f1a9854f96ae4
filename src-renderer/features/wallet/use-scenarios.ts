import { createSharedComposable } from '@vueuse/core'
import { computed } from 'vue'
import type { Scenario } from '../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../shared/contract/workbench-wallet.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { oneOf, t, te } from '../../i18n/i18n.ts'
import { usePresenting } from '../../ui/presenting.ts'

const GROUPS = ['presentation', 'credential', 'submission', 'time', 'transport'] as const

/** The scenarios with texts in the language of the window, read once for all components. */
export const useScenarios = createSharedComposable(() => {
  const presenting = usePresenting()
  const { value, failure, reload } = useLoaded(() => call(walletOperations.scenariosGet, {}))
  void reload()

  const scenarios = computed<readonly Scenario[]>(() => value.value?.scenarios ?? [])
  const byId = computed(() => new Map(scenarios.value.map((scenario) => [scenario.id, scenario])))
  const groups = computed(() =>
    GROUPS.map((id) => ({ id, scenarios: scenarios.value.filter(({ group }) => group === id) })).filter(
      (group) => group.scenarios.length > 0,
    ),
  )

  /** The text for an expected refusal. */
  function refusalText(status: number | null, codes: readonly string[] = []): string {
    return presenting.on ? t('wallet.break.refusal') : [`HTTP ${status}`, ...codes].join(' ')
  }

  /** The text for the expected result: the check that must fail, or the expected answer. */
  function expectationOf({
    result,
    check,
    codes,
    http_status,
  }: Pick<Scenario, 'result' | 'check' | 'codes' | 'http_status'>): string {
    if (check === null) return refusalText(http_status, codes)
    const code = codes.join(t('wallet.break.or'))
    const name = presenting.on ? t(oneOf('parts.result.check.**.name', check)) : check
    if (result === 'pass') return t('wallet.break.holds', { check: name })
    if (result === 'warn') return t('wallet.break.warns', { what: presenting.on ? name : `${check}: ${code}` })
    return presenting.on ? name : `${check}: ${code}`
  }

  /** The text of the specification section it is about, or that it is a policy of this verifier. */
  function ruleOf({ rule }: Pick<Scenario, 'rule'>): string {
    return rule === 'policy' ? t('wallet.break.ownChoice') : t('wallet.break.rule', { rule })
  }

  /** A check that failed, and why. */
  function failureText({ check, code }: { readonly check: string; readonly code: string }): string {
    const key = oneOf('parts.result.check.**.name', check)
    return presenting.on && te(key) ? t(key) : `${check}: ${code}`
  }

  return {
    failureText,
    refusalText,
    byId,
    groups,
    failure,
    reload,
    expectationOf,
    ruleOf,
  }
})
