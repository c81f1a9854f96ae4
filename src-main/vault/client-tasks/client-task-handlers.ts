import type { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import { changedTask, renderTask, typesUnknownTo } from './client-task-rules.ts'
import type { ClientTaskStore } from './client-task-store.ts'
import type { ClientTasks } from './requested-tasks.ts'

/** Handles the queue of work for the clients of the acting user (docs/contract/vault.md, Client tasks). */
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
      // Tasks are returned in their state before the change, because clients run those that are `todo`
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

/** Reads a cursor of digits as `per_page`, because the published command line sends its limit that way. */
function withCursorAsLimit({ next_page_after = '', per_page }: PagingQuery): PagingQuery {
  const limit = /^\d+$/.test(next_page_after) ? Number(next_page_after) : 0
  return limit > 0 ? { per_page: Math.min(limit, MAX_PER_PAGE) } : { next_page_after, per_page }
}
