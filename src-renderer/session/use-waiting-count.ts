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

interface Waiting {
  readonly what: string
  /** Counts the entries of a user of the workspace. */
  readonly read: (userId: string) => Promise<number>
  readonly concerns: (change: Change) => boolean
}

/**
 * A number of entries that wait for a user; 0 while the user is locked. It is read again after relevant changes. A
 * failed read is not reported here.
 */
function useWaitingCount(actor: () => string | undefined, { what, read, concerns }: Waiting) {
  const store = useWorkbenchStore()
  const user = computed(() => store.usersById.get(actor() ?? ''))
  const { value, reload } = useLoaded((_signal, userId: string) => read(userId), {
    of: () => (user.value?.state === 'signed_in' ? user.value.id : undefined),
    kept: (userId) => `waiting ${what} ${userId}`,
  })
  const matters = (event: WorkbenchEvent): boolean =>
    event.type === 'change' && event.vault_user_id === user.value?.vault_user_id && concerns(event)
  useGatheredEvents(matters, reload, GATHER_MS)

  return computed(() => value.value ?? 0)
}

/** The number of a user's client tasks that wait for a person to run them, or to try them again. */
export function useOpenTasks(actor: () => string | undefined) {
  return useWaitingCount(actor, {
    what: 'tasks',
    async read(user_id) {
      const { counts } = await call(workbenchTaskOperations.taskRows, { params: { user_id }, query: { limit: 1 } })
      return counts.todo + counts.failed
    },
    concerns: ({ name }) => name.startsWith('task.'),
  })
}

/** The number of incoming shares that a user has to accept. */
export function useWaitingShares(actor: () => string | undefined) {
  return useWaitingCount(actor, {
    what: 'shares',
    async read(user_id) {
      const query = { direction: 'incoming', limit: 1 } as const
      const { waiting } = await call(workbenchShareOperations.shareRows, { params: { user_id }, query })
      return waiting
    },
    concerns: () => true,
  })
}
