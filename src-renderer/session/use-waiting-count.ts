import { computed, onScopeDispose, ref, watch } from 'vue'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { CallError } from '../api/call.ts'
import { onWorkbenchEvent } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 300

type Change = Extract<WorkbenchEvent, { type: 'change' }>

/**
 * How much of something waits for a user; 0 while that user is locked. Read again when a change of the user concerns it.
 *
 * @param read counts it for a user of the workspace
 */
export function useWaitingCount(
  actor: () => string | undefined,
  read: (userId: string) => Promise<number>,
  concerns: (change: Change) => boolean,
) {
  const store = useWorkbenchStore()
  const count = ref(0)
  const user = computed(() => store.usersById.get(actor() ?? ''))
  /** The user's id while it can be asked for. */
  const asking = computed(() => (user.value?.state === 'signed_in' ? user.value.id : undefined))
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    const mine = ++turn
    if (asking.value === undefined) return
    try {
      const next = await read(asking.value)
      if (mine === turn) count.value = next
    } catch (error) {
      // Locked meanwhile, or not there: a count is not the place to say so.
      if (!(error instanceof CallError || error instanceof TypeError)) throw error
    }
  }

  watch(
    asking,
    () => {
      count.value = 0
      void load()
    },
    { immediate: true },
  )
  function loadLater(): void {
    timer = undefined
    void load()
  }
  const stop = onWorkbenchEvent((event) => {
    const ofUser = event.type === 'change' && event.vault_user_id === user.value?.vault_user_id
    if (ofUser && concerns(event)) timer ??= setTimeout(loadLater, GATHER_MS)
  })
  onScopeDispose(() => {
    turn += 1
    stop()
    clearTimeout(timer)
  })

  return computed(() => count.value)
}
