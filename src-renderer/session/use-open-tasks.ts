import { computed, onScopeDispose, ref, watch } from 'vue'
import { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import { call, CallError } from '../api/call.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 300

/** How many client tasks of a user wait for a person: to be run, or to be tried again. 0 while the user is locked. */
export function useOpenTasks(actor: () => string | undefined) {
  const store = useWorkbenchStore()
  const count = ref(0)
  const user = computed(() => store.usersById.get(actor() ?? ''))
  /** The user's id while it can be asked for. */
  const asking = computed(() => (user.value?.state === 'signed_in' ? user.value.id : undefined))
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read(): Promise<void> {
    const mine = ++turn
    const user_id = asking.value
    if (user_id === undefined) return
    try {
      const { counts } = await call(workbenchTaskOperations.taskRows, { params: { user_id }, query: { limit: 1 } })
      if (mine === turn) count.value = counts.todo + counts.failed
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
    const ofUser = event.type === 'change' && event.vault_user_id === user.value?.vault_user_id
    if (ofUser && event.name.startsWith('task.')) timer ??= setTimeout(readLater, GATHER_MS)
  })
  function readLater(): void {
    timer = undefined
    void read()
  }
  onScopeDispose(() => {
    turn += 1
    stop()
    clearTimeout(timer)
  })

  return computed(() => count.value)
}
