import type { ClientTaskState, ClientTaskType } from '../../../shared/contract/client-tasks.ts'
import { CLIENT_TASK_STATES, CLIENT_TASK_TYPES } from '../../../shared/contract/client-tasks.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'
import type { PageRange } from '../../service/merged-pages.ts'
import { mergedPage, rangeConditions, rangeOrder, rangeValues } from '../../service/merged-pages.ts'
import { assigned, idList, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** A stored client task. */
export interface StoredClientTask {
  readonly id: string
  readonly user_id: string
  readonly state: ClientTaskState
  readonly work_type: ClientTaskType
  readonly target_id: string
  readonly additional_options: Readonly<Record<string, unknown>>
  readonly report: Readonly<Record<string, unknown>>
  readonly last_state_transition_at: string | null
  readonly created_at: string
}

/** Filters of a list of tasks, all of which must match. */
interface ClientTaskFilter {
  readonly state?: readonly ClientTaskState[] | undefined
  readonly target_id?: string | undefined
  readonly work_type?: ClientTaskType | undefined
  /** Types to leave out. */
  readonly without?: readonly ClientTaskType[] | undefined
}

const COLUMNS =
  'id, user_id, state, work_type, target_id, additional_options, report, last_state_transition_at, created_at'

type JsonColumn = 'additional_options' | 'report'
type Row = Omit<StoredClientTask, JsonColumn> & Readonly<Record<JsonColumn, string>>

export type ClientTaskStore = ReturnType<typeof clientTaskStore>

/** Client tasks on SQLite. */
export function clientTaskStore(connection: Connection) {
  const byIds = connection.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM client_tasks WHERE id IN (SELECT value FROM json_each(?)) AND +user_id = ?`,
  )
  const ofTarget = connection.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM client_tasks WHERE target_id = ? AND user_id = ?`,
  )
  const page = statementCache<Row>(connection)
  const find = connection.prepare<Pick<StoredClientTask, 'user_id' | 'work_type' | 'target_id' | 'state'>>(/* sql */ `
    SELECT 1 FROM client_tasks
    WHERE target_id = @target_id AND user_id = @user_id AND state = @state AND work_type = @work_type
  `)
  const insert = connection.prepare<Row>(`INSERT INTO client_tasks ${inserted(COLUMNS)}`)
  const update = connection.prepare<Row>(
    `UPDATE client_tasks SET ${assigned('state, report, last_state_transition_at')} WHERE id = @id`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM client_tasks WHERE target_id = ?')
  const earliest = connection
    .prepare<[], string | null>("SELECT min(last_state_transition_at) FROM client_tasks WHERE state = 'in_progress'")
    .pluck()
  const reset = connection.prepare<[string, string]>(/* sql */ `
    UPDATE client_tasks SET state = 'todo', last_state_transition_at = ?
    WHERE state = 'in_progress' AND last_state_transition_at <= ?
  `)
  return {
    byIds: (userId: string, ids: readonly string[]): readonly StoredClientTask[] =>
      byIds.all(idList(ids), userId).map(taskOf),
    /** The tasks of a user about one target. */
    ofTarget: (userId: string, targetId: string): readonly StoredClientTask[] =>
      ofTarget.all(targetId, userId).map(taskOf),
    page(userId: string, filter: ClientTaskFilter, request: PageRequest): Page<StoredClientTask> {
      const { target_id } = filter
      return mergedPage(
        {
          sources: kindsOf(filter),
          read: (kind, range) =>
            page(rangeSql(target_id !== undefined, range))
              .all({ ...kind, target_id, userId, ...rangeValues(range) })
              .map(taskOf),
          place: ({ created_at, id }) => ({ sortValue: created_at, id }),
        },
        request,
      )
    },
    /** Whether the user has such a task in the state. */
    has: (task: Pick<StoredClientTask, 'user_id' | 'work_type' | 'target_id' | 'state'>) =>
      find.get(task) !== undefined,
    add: (task: StoredClientTask) => void insert.run(rowOf(task)),
    /** Updates state, report and time of transition. */
    update: (task: StoredClientTask) => void update.run(rowOf(task)),
    deleteOfTarget: (targetId: string) => void remove.run(targetId),
    /** When the oldest task in progress was started. */
    earliestInProgress: () => earliest.get() ?? null,
    /** Resets tasks that have been in progress since this time or longer to `todo`. */
    resetInProgressSince: (time: string, now: string) => void reset.run(now, time),
    ...doneStatements(connection),
  }
}

function doneStatements(connection: Connection) {
  const earliestDone = connection
    .prepare<[], string | null>("SELECT min(last_state_transition_at) FROM client_tasks WHERE state = 'done'")
    .pluck()
  const forget = connection.prepare<[string, number]>(/* sql */ `
    DELETE FROM client_tasks WHERE id IN (
      SELECT id FROM client_tasks WHERE state = 'done' AND last_state_transition_at <= ?
      ORDER BY last_state_transition_at LIMIT ?)
  `)
  return {
    /** When the oldest finished task was done. */
    earliestDone: () => earliestDone.get() ?? null,
    /** Deletes the oldest tasks that were done by then. */
    deleteDoneBy: (time: string, atMost: number) => void forget.run(time, atMost),
  }
}

/** Selects tasks of one state and type in the order of an index, of a user or about one target. */
function rangeSql(ofTarget: boolean, range: PageRange): string {
  const conditions = [
    'user_id = +@userId AND state = +@state AND work_type = +@work_type',
    ...(ofTarget ? ['target_id = +@target_id'] : []),
    ...rangeConditions(range),
  ]
  return `SELECT ${COLUMNS} FROM client_tasks INDEXED BY ${ofTarget ? 'client_tasks_of_target_in_order' : 'client_tasks_in_order'}
    WHERE ${conditions.join(' AND ')} ${rangeOrder(range)}`
}

function kindsOf({ state = CLIENT_TASK_STATES, work_type, without = [] }: ClientTaskFilter) {
  const types = CLIENT_TASK_TYPES.filter((type) => (work_type ?? type) === type && !without.includes(type))
  return [...new Set(state)].flatMap((one) => types.map((type) => ({ state: one, work_type: type })))
}

function taskOf(row: Row): StoredClientTask {
  // Both columns hold what `rowOf` wrote: JSON objects.
  const object = (text: string) => JSON.parse(text) as Readonly<Record<string, unknown>>
  return { ...row, additional_options: object(row.additional_options), report: object(row.report) }
}

function rowOf(task: StoredClientTask): Row {
  return { ...task, additional_options: JSON.stringify(task.additional_options), report: JSON.stringify(task.report) }
}
