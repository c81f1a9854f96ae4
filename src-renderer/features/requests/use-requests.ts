import { computed } from 'vue'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { callDesk } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'

/** The newest so many are read; older ones are found by their state. */
export const MOST_REQUESTS = 500

/** Which requests are read; all of them when nothing is said. */
export interface RequestFilter {
  readonly states: readonly string[]
  /** Only those that ask with this definition. */
  readonly definition: string | undefined
}

/** The requests of the verifier, newest first, followed live. */
export function useRequests(filter: () => RequestFilter) {
  const loaded = useLoaded(async () => {
    const { states, definition } = filter()
    const query = {
      per_page: MOST_REQUESTS,
      ...(states.length > 0 && { state: states.join(',') }),
      ...(definition !== undefined && { definition_id: definition }),
    }
    return callDesk(verifierRequestOperations.listVerifierRequests, { query })
  })

  void loaded.reload()
  useWorkbenchChanges(({ type }) => type === 'verifier-request', loaded.reload)

  return {
    ...loaded,
    requests: computed(() => loaded.value.value?.requests),
    /** There are older ones. */
    more: computed(() => loaded.value.value?.next_page_after !== null && loaded.value.value !== undefined),
  }
}
