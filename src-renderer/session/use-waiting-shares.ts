import { computed, onScopeDispose, ref, watch } from 'vue'
import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call, CallError } from '../api/call.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 300

/** How many incoming shares wait for a user to accept them; 0 while that user is locked. Follows changes. */
export function useWaitingShares(actor: () => string | undefined) {
  const store = useWorkbenchStore()
  const count = ref(0)
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const user = computed(() => store.usersById.get(actor() ?? ''))
  /** The user's id while it can be asked for. */
  const asking = computed(() => (user.value?.state === 'signed_in' ? user.value.id : undefined))

  async function read(): Promise<void> {
    const mine = ++turn
    const user_id = asking.value
    if (user_id === undefined) return
    try {
      const { waiting } = await call(workbenchShareOperations.shareRows, {
        params: { user_id },
        query: { direction: 'incoming', limit: 1 },
      })
      if (mine === turn) count.value = waiting
    } catch (error) {
      // Locked meanwhile, or not there: a count in the rail is not the place to say so.
      if (!(error instanceof CallError || error instanceof TypeError)) throw error
    }
  }

  watch(
    asking,
    () => {
      count.value = 0
      void read()
    },
    { immediate: true },
  )
  const stop = onWorkbenchEvent((event) => {
    if (event.type !== 'change' || event.vault_user_id !== user.value?.vault_user_id) return
    timer ??= setTimeout(() => {
      timer = undefined
      void read()
    }, GATHER_MS)
  })
  onScopeDispose(() => {
    turn += 1
    stop()
    clearTimeout(timer)
  })

  return computed(() => count.value)
}
