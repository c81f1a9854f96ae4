import { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import { call } from '../api/call.ts'
import { useWaitingCount } from './use-waiting-count.ts'

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
