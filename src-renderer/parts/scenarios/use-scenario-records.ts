import { computed } from 'vue'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { callService } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'
import { scenarioTitle } from './scenario-title.ts'

/** The count stops at this number. */
const MOST_COUNTED = 500

/** The records left by the wallet's scenarios: their number and description. */
export function useScenarioRecords() {
  const { value, reload } = useLoaded(async () => {
    const query = { made_by: 'scenarios' as const, per_page: MOST_COUNTED }
    return (await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, { query }))
      .requests.length
  })
  void reload()
  useWorkbenchChanges(({ type }) => type === 'verifier-request', reload)

  return { requests: computed(() => value.value ?? 0), titleOf: scenarioTitle }
}
