import { computed, onScopeDispose } from 'vue'
import { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import { callDesk } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'

const SHOWN = 5
const GATHER_MS = 300

/** The newest requests at our own verifier's desk that still take an answer. */
export function useWaitingRequests() {
  const { value, failure, reload } = useLoaded(async () => {
    const query = { state: 'waiting,fetched', per_page: SHOWN }
    return (await callDesk(verifierRequestOperations.listVerifierRequests, { query })).requests
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  void reload()
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'verifier-request') return
    timer ??= setTimeout(() => {
      timer = undefined
      void reload()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })

  return { requests: computed(() => value.value), failure: computed(() => failure.value), reload }
}
