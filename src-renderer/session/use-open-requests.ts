import { computed } from 'vue'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { callService } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useWorkbenchChanges } from './use-workbench-changes.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** More than this many are counted as this many. */
const MOST_COUNTED = 500

/**
 * How many requests of the verifier wait for somebody's answer; 0 while the workspace is locked. A count is not the
 * place to say that it could not be read.
 */
export function useOpenRequests() {
  const store = useWorkbenchStore()
  const { value, reload } = useLoaded(
    async () => {
      const query = { state: 'waiting,fetched', made_by: 'people' as const, per_page: MOST_COUNTED }
      return (await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, { query }))
        .requests.length
    },
    { of: () => (store.status?.state === 'open' ? store.status.current?.id : undefined) },
  )
  useWorkbenchChanges(({ type }) => type === 'verifier-request', reload)

  return computed(() => value.value ?? 0)
}
