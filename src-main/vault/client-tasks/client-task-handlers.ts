import type { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { changedTask, renderTask, typesUnknownTo } from './client-task-rules.ts'
import type { ClientTaskStore } from './client-task-store.ts'
import type { ClientTasks } from './requested-tasks.ts'

/** The queue of work that clients have to do for the acting user (docs/contract/vault.md, Client tasks). */
export function clientTaskHandlers(
  store: ClientTaskStore,
  tasks: Pick<ClientTasks, 'applyChanges'>,
): HandlersFor<typeof clientTaskOperations> {
  return {
    clientTaskQueueGet(call, { query }) {
      const request = readPageRequest(withCursorAsLimit(query), 'desc')
      const { state, target_id, work_type, change_state } = query
      const filter = { state, target_id, work_type, without: typesUnknownTo(call.clientVersion) }
      const page = store.page(call.userId, filter, request)
      if (change_state === true) {
        for (const task of page.rows) store.update(changedTask(task, { state: 'in_progress' }, call.now))
      }
      // Tasks are answered as they were before the change: clients run what this answer still calls todo
      // (docs/contract/vault.md, Client tasks).
      return { client_tasks: page.rows.map(renderTask), ...pagingFields(page, request) }
    },
    clientTaskQueuePut(call, { body }) {
      return { client_tasks: tasks.applyChanges(call, call.userId, body.client_tasks).map(renderTask) }
    },
  }
}

interface PagingQuery {
  readonly next_page_after?: string | undefined
  readonly per_page?: number | undefined
}

/** The published command line sends its limit as the cursor: digits only are `per_page`. */
function withCursorAsLimit({ next_page_after = '', per_page }: PagingQuery): PagingQuery {
  const limit = /^\d+$/.test(next_page_after) ? Number(next_page_after) : 0
  return limit > 0 ? { per_page: Math.min(limit, MAX_PER_PAGE) } : { next_page_after, per_page }
}
