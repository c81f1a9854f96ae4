import { computed } from 'vue'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { callService } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useWorkbenchChanges } from './use-workbench-changes.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** The count stops at this number. */
const MOST_COUNTED = 500

/**
 * The number of the verifier's requests that wait for an answer; 0 while the workspace is locked. A failed read is not
 * reported here.
 */
export function useOpenRequests() {
  const store = useWorkbenchStore()
  const { value, reload } = useLoaded(
    async () => {
      const query = { state: 'waiting,fetched', made_by: 'people' as const, per_page: MOST_COUNTED }
      return (await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, { query }))
        .requests.length
    },
    { of: () => (store.status?.state === 'open' ? store.status.current?.id : undefined), kept: 'open-requests' },
  )
  useWorkbenchChanges(({ type }) => type === 'verifier-request', reload)

  return computed(() => value.value ?? 0)
}
