import type { ClientTask, ClientTaskState } from '../../../shared/contract/client-tasks.ts'
import { CLIENT_TASK_STATES, clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import type { TaskRow, workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import type { Account } from '../account/account.ts'
import type { Client } from '../client.ts'
import { pagesOf } from '../account/pages.ts'
import { readReport } from './task-report.ts'
import { isRunnable } from './task-runner.ts'

type Query = InputFor<typeof workbenchTaskOperations.taskRows>['query']

export interface TaskRows {
  readonly rows: TaskRow[]
  readonly matching: number
  readonly counts: Record<ClientTaskState, number>
}

/** Lists the user's tasks, newest first, with the labels of their targets. */
export async function taskRows(client: Client, query: Query): Promise<TaskRows> {
  const tasks: ClientTask[] = []
  const pages = pagesOf((page) => client.account.call(clientTaskOperations.clientTaskQueueGet, { query: page }))
  for await (const { client_tasks } of pages) tasks.push(...client_tasks)
  const states = new Set<string>(query.state ?? CLIENT_TASK_STATES)
  const matching = tasks
    .filter(({ state, target_id }) => states.has(state) && (query.target_id ?? target_id) === target_id)
    .sort((a, b) => (a.id < b.id ? 1 : -1)) // ids ascend with time
  const shown = matching.slice(query.offset, query.offset + query.limit)
  return { rows: await rowsOf(client, shown), matching: matching.length, counts: countsOf(tasks) }
}

/** Resets tasks to `todo`, all or none. */
export async function resetTasks(account: Account, ids: readonly string[]): Promise<number> {
  const { client_tasks } = await account.call(clientTaskOperations.clientTaskQueuePut, {
    body: { client_tasks: ids.map((id) => ({ id, state: 'todo' as const })) },
  })
  return client_tasks.length
}

async function rowsOf(client: Client, tasks: readonly ClientTask[]): Promise<TaskRow[]> {
  const labels = await itemLabels(client, tasks)
  const rows: TaskRow[] = []
  for (const task of tasks) {
    const { id, state, work_type, target_id, created_at, last_state_transition_at } = task
    const person = isOfItem(task) ? undefined : await client.people.findConnection(target_id)
    rows.push({
      id,
      state,
      work_type,
      target_id,
      target_label: labels.get(target_id) ?? person?.row.name ?? null,
      target_kind: isOfItem(task) ? 'item' : person === undefined ? 'unknown' : 'connection',
      runnable: isRunnable(work_type),
      report: readReport(task.report),
      created_at,
      last_state_transition_at,
    })
  }
  return rows
}

function isOfItem({ work_type }: ClientTask): boolean {
  return work_type === 'update_item_shares'
}

async function itemLabels(client: Client, tasks: readonly ClientTask[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(tasks.filter(isOfItem).map(({ target_id }) => target_id))]
  if (ids.length === 0) return new Map()
  const { items } = await client.account.call(vaultOperations.itemsGet, {
    query: { item_ids: ids.join(','), per_page: MAX_PER_PAGE },
  })
  return new Map(items.map(({ id, label }) => [id, label]))
}

function countsOf(tasks: readonly ClientTask[]): Record<ClientTaskState, number> {
  const counts = { todo: 0, in_progress: 0, done: 0, failed: 0 }
  for (const { state } of tasks) counts[state] += 1
  return counts
}
