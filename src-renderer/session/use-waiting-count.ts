import { computed } from 'vue'
import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useGatheredEvents } from './use-workbench-changes.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const GATHER_MS = 300

type Change = Extract<WorkbenchEvent, { type: 'change' }>

/**
 * How much of something waits for a user; 0 while that user is locked. Read again when a change of the user concerns it.
 * A count is not the place to say that it could not be read.
 *
 * @param read counts it for a user of the workspace
 */
function useWaitingCount(
  actor: () => string | undefined,
  read: (userId: string) => Promise<number>,
  concerns: (change: Change) => boolean,
) {
  const store = useWorkbenchStore()
  const user = computed(() => store.usersById.get(actor() ?? ''))
  const { value, reload } = useLoaded((_signal, userId: string) => read(userId), {
    of: () => (user.value?.state === 'signed_in' ? user.value.id : undefined),
  })
  const matters = (event: WorkbenchEvent): boolean =>
    event.type === 'change' && event.vault_user_id === user.value?.vault_user_id && concerns(event)
  useGatheredEvents(matters, reload, GATHER_MS)

  return computed(() => value.value ?? 0)
}

/** How many client tasks of a user wait for a person: to be run, or to be tried again. */
export function useOpenTasks(actor: () => string | undefined) {
  return useWaitingCount(
    actor,
    async (user_id) => {
      const { counts } = await call(workbenchTaskOperations.taskRows, { params: { user_id }, query: { limit: 1 } })
      return counts.todo + counts.failed
    },
    ({ name }) => name.startsWith('task.'),
  )
}

/** How many incoming shares wait for a user to accept them. */
export function useWaitingShares(actor: () => string | undefined) {
  return useWaitingCount(
    actor,
    async (user_id) => {
      const query = { direction: 'incoming', limit: 1 } as const
      const { waiting } = await call(workbenchShareOperations.shareRows, { params: { user_id }, query })
      return waiting
    },
    () => true,
  )
}
