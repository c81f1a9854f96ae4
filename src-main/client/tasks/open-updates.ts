import type { ClientTask, ClientTaskType } from '../../../shared/contract/client-tasks.ts'
import { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import type { Account } from '../account/account.ts'
import type { Change } from '../account/change.ts'
import { pagesOf } from '../account/pages.ts'

const UPDATE: ClientTaskType = 'update_item_shares'
const OPEN = ['todo', 'in_progress', 'failed']

/** The user's items whose current values have not been sent to all recipients. */
export type OpenUpdates = ReturnType<typeof createOpenUpdates>

/** Reads the tasks on first use, and again after a change of a task. */
export function createOpenUpdates(account: Account) {
  let known: Promise<ReadonlyMap<string, ClientTask>> | undefined

  return {
    /** Returns the newest open task of each of these items. */
    async byItem() {
      const reading = (known ??= read())
      try {
        return await reading
      } catch (error) {
        if (known === reading) known = undefined
        throw error
      }
    },
    noteChange({ name }: Change) {
      if (name.startsWith('task.') || name === 'item.deleted') known = undefined
    },
  }

  async function read(): Promise<ReadonlyMap<string, ClientTask>> {
    const found = new Map<string, ClientTask>()
    const query = { state: OPEN, work_type: UPDATE }
    const pages = pagesOf((page) =>
      account.call(clientTaskOperations.clientTaskQueueGet, { query: { ...page, ...query } }),
    )
    for await (const { client_tasks } of pages)
      for (const task of client_tasks) {
        const before = found.get(task.target_id)
        if (before === undefined || before.id < task.id) found.set(task.target_id, task) // ids ascend with time
      }
    return found
  }
}
