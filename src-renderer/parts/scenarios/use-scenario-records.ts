import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'

/** More than this many are counted as this many. */
const MOST_COUNTED = 500

/** What scenarios of the wallet left behind, beside what people made: how much there is, and what it is called. */
export function useScenarioRecords() {
  const i18n = useI18n()
  const { value, reload } = useLoaded(async () => {
    const query = { made_by: 'scenarios' as const, per_page: MOST_COUNTED }
    return (await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, { query }))
      .requests.length
  })
  void reload()
  useWorkbenchChanges(({ type }) => type === 'verifier-request', reload)

  /** By the words of the wallet, which has the scenarios. */
  function titleOf(scenario: string): string {
    const key = `wallet.scenario.${scenario}`
    return i18n.te(key) ? i18n.t(key) : scenario
  }

  return { requests: computed(() => value.value ?? 0), titleOf }
}
