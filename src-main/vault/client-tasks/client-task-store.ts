import type { ClientTaskState, ClientTaskType } from '../../../shared/contract/client-tasks.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

/** A client task as stored. */
export interface StoredClientTask {
  readonly id: string
  /** Whose clients do the work. */
  readonly user_id: string
  readonly state: ClientTaskState
  readonly work_type: ClientTaskType
  readonly target_id: string
  readonly additional_options: Readonly<Record<string, unknown>>
  readonly report: Readonly<Record<string, unknown>>
  readonly last_state_transition_at: string | null
  readonly created_at: string
}

/** Conditions on a list of tasks; all must hold. */
export interface ClientTaskFilter {
  readonly state?: readonly ClientTaskState[] | undefined
  readonly target_id?: string | undefined
  readonly work_type?: ClientTaskType | undefined
  /** Types the client does not know. */
  readonly without?: readonly ClientTaskType[] | undefined
}

export interface ClientTaskStore {
  byIds(userId: string, ids: readonly string[]): readonly StoredClientTask[]
  page(userId: string, filter: ClientTaskFilter, page: PageRequest): Page<StoredClientTask>
  /** Whether the user has such a task in the state. */
  has(task: Pick<StoredClientTask, 'user_id' | 'work_type' | 'target_id' | 'state'>): boolean
  add(task: StoredClientTask): void
  /** Its state, report and time of transition. */
  update(task: StoredClientTask): void
  deleteOfTarget(targetId: string): void
  /** Earliest time at which a task went in progress, among those that still are. */
  earliestInProgress(): string | null
  /** Sets every task that has been in progress since this time or longer to todo. */
  resetInProgressSince(time: string, now: string): void
}
