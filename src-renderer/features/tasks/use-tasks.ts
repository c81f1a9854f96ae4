import { computed, ref, shallowRef } from 'vue'
import { clientTaskOperations } from '../../../shared/contract/client-tasks.ts'
import type { TaskRow, TaskState } from '../../../shared/contract/workbench-tasks.ts'
import { workbenchTaskOperations } from '../../../shared/contract/workbench-tasks.ts'
import { asUser, call, callService } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { readWindows } from '../../rows/export/read-pages.ts'
import type { ReadingProgress } from '../../rows/list-rows.ts'
import { useTaskActivity } from '../../session/task-activity.ts'
import { useVaultReading } from '../../session/use-vault-changes.ts'
import { useGatheredEvents } from '../../session/use-workbench-changes.ts'
import type { Failure } from '../../ui/failure.ts'

/** `open`: everything that is not done. */
export type TaskFilter = 'open' | TaskState

const OPEN: readonly TaskState[] = ['todo', 'in_progress', 'failed']
const MOST_ROWS = 500
/** The number of finished tasks to read, enough for the last run. */
const RECENT_DONE = 100
const GATHER_MS = 150

/** The result of a run. */
export interface RunResult {
  readonly done: number
  readonly failed: number
  readonly left: number
}

/** The client tasks of an actor, followed live, with their actions. */
export function useTasks(actor: string, filter: () => TaskFilter) {
  const { value, failure, busy, reload, readAll } = useTaskList(actor, filter)
  const params = { user_id: actor }
  const running = ref(false)
  const cancelling = ref(false)
  const runFailure = shallowRef<Failure>()

  /** Runs an action on tasks; a refusal is shown above them, and the list is read again. */
  async function attempt<Reply>(work: () => Promise<Reply>): Promise<Reply | undefined> {
    runFailure.value = undefined
    try {
      return await work()
    } catch (error) {
      runFailure.value = failureOf(error)
      return undefined
    } finally {
      void reload()
    }
  }

  /** @param task_ids null for those in `todo`, oldest first, at most `limit` */
  async function run(task_ids: readonly string[] | null, limit = MOST_ROWS): Promise<RunResult | undefined> {
    running.value = true
    const body = { task_ids: task_ids === null ? null : [...task_ids], limit }
    const result = await attempt(() => call(workbenchTaskOperations.taskRun, { params, body }))
    running.value = false
    cancelling.value = false
    return result
  }

  async function cancel(): Promise<void> {
    cancelling.value = true
    await attempt(() => call(workbenchTaskOperations.taskCancel, { params }))
  }

  async function reset(task_ids: readonly string[]): Promise<number | undefined> {
    const body = { task_ids: [...task_ids] }
    return (await attempt(() => call(workbenchTaskOperations.taskReset, { params, body })))?.reset
  }

  /** Restores the states of reset tasks, except those that have started since. @throws {CallError} */
  async function takeBack(before: readonly TaskRow[]): Promise<void> {
    const { rows } = await call(workbenchTaskOperations.taskRows, {
      params,
      query: { state: 'todo', limit: MOST_ROWS, offset: 0 },
    })
    const waiting = new Set(rows.map(({ id }) => id))
    const client_tasks = before
      .filter(({ id, state }) => state !== 'todo' && waiting.has(id))
      .map(({ id, state }) => ({ id, state }))
    if (client_tasks.length > 0) {
      await callService(asUser(actor), clientTaskOperations.clientTaskQueuePut, { body: { client_tasks } })
    }
    void reload()
  }

  /** Lists tasks like other clients: listed tasks become `in_progress` (docs/contract/vault.md, Client tasks). */
  async function listAndMark(limit: number): Promise<number | undefined> {
    const query = { state: 'todo', change_state: true, per_page: limit }
    const marked = await attempt(() => callService(asUser(actor), clientTaskOperations.clientTaskQueueGet, { query }))
    return marked?.client_tasks.length
  }

  async function runByThemselves(run_tasks_automatically: boolean): Promise<void> {
    await attempt(() => call(workbenchTaskOperations.taskSettings, { body: { run_tasks_automatically } }))
  }

  return {
    value,
    failure,
    busy,
    runFailure,
    running: computed(() => running.value || value.value?.running === true),
    cancelling: computed(() => cancelling.value || value.value?.cancelling === true),
    read: reload,
    readAll,
    run,
    cancel,
    reset,
    takeBack,
    listAndMark,
    runByThemselves,
  }
}

/**
 * The client tasks of an actor, followed live. A task that finishes while it is shown stays in the list, so that its
 * result can be read, until a filter is chosen.
 */
function useTaskList(actor: string, filter: () => TaskFilter) {
  const activity = useTaskActivity()
  const params = { user_id: actor }
  const chosen = computed(filter)

  const rowsOf = (state: readonly TaskState[], limit: number, offset = 0) =>
    call(workbenchTaskOperations.taskRows, { params, query: { state: state.join(','), limit, offset } })

  /** Reads every task that matches the filter, including those that are not listed. */
  function readAll(progress: ReadingProgress): Promise<readonly TaskRow[] | undefined> {
    const states = statesOf(chosen.value)
    return readWindows((offset) => rowsOf(states, MOST_ROWS, offset), progress)
  }

  async function read(wanted: TaskFilter, seen: Set<string>) {
    const [shown, done] = await Promise.all([rowsOf(statesOf(wanted), MOST_ROWS), rowsOf(['done'], RECENT_DONE)])
    if (!shown.running) activity.settle(actor)
    if (wanted === 'done') return { ...shown, recent: done.rows }
    for (const { id } of shown.rows) seen.add(id)
    const kept = done.rows.filter(({ id }) => seen.has(id))
    return { ...shown, rows: byAge([...shown.rows, ...kept]), recent: done.rows }
  }

  const list = useVaultReading(actor, (_signal, { wanted, seen }) => read(wanted, seen), {
    of: () => ({ wanted: chosen.value, seen: new Set<string>() }),
    stays: () => true,
  })
  // The vault has no event for the start of a task.
  useGatheredEvents((event) => event.type === 'task-run' && event.user_id === actor, list.reload, GATHER_MS)

  return { ...list, readAll }
}

const statesOf = (filter: TaskFilter): readonly TaskState[] => (filter === 'open' ? OPEN : [filter])

/** Newest first; ids ascend with time. */
function byAge(rows: readonly TaskRow[]): TaskRow[] {
  return [...rows].sort((a, b) => (a.id < b.id ? 1 : -1))
}
