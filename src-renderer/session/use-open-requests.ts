import { computed, ref, watch } from 'vue'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { callService, CallError } from '../api/call.ts'
import { useWorkbenchChanges } from './use-workbench-changes.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** More than this many are counted as this many. */
const MOST_COUNTED = 500

/** How many requests of the verifier wait for somebody's answer; 0 while the workspace is locked. */
export function useOpenRequests() {
  const store = useWorkbenchStore()
  const count = ref(0)
  const workspace = computed(() => (store.status?.state === 'open' ? store.status.current?.id : undefined))
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    if (workspace.value === undefined) return
    try {
      const query = { state: 'waiting,fetched', per_page: MOST_COUNTED }
      const { requests } = await callService({ as: 'subscription' }, verifierRequestOperations.listVerifierRequests, {
        query,
      })
      if (mine === turn) count.value = requests.length
    } catch (error) {
      // Locked meanwhile, or not there: a count is not the place to say so.
      if (!(error instanceof CallError || error instanceof TypeError)) throw error
    }
  }

  watch(
    workspace,
    () => {
      count.value = 0
      void load()
    },
    { immediate: true },
  )
  useWorkbenchChanges(({ type }) => type === 'verifier-request', load)

  return computed(() => count.value)
}
