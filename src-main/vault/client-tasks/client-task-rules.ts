import type { ChangedClientTask, ClientTask, ClientTaskType } from '../../../shared/contract/client-tasks.ts'
import type { NewEvent } from '../../service/emitted-events.ts'
import type { StoredClientTask } from './client-task-store.ts'

/** After this time without a report, a client counts as gone. */
export const IN_PROGRESS_MS = 10 * 60 * 1000
/** How long a finished task is stored. */
export const DONE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** Task types that old clients do not know. */
const UNKNOWN_TYPES: readonly ClientTaskType[] = ['reencrypt_account_owner_kek', 'incoming_delegation_invitation']
const LAST_VERSION_WITHOUT = [2, 0] as const

/**
 * Task types that must be hidden from a client, by the interface version it sends (docs/contract/vault.md, Client
 * tasks), because published clients up to 2.0 refuse a list with an unknown type. A client that sends no version knows
 * all types.
 */
export function typesUnknownTo(clientVersion: string | null): readonly ClientTaskType[] {
  const [, major, minor] = /^(\d{1,6})(?:\.(\d{1,6}))?/.exec(clientVersion ?? '') ?? []
  if (major === undefined) return []
  const [lastMajor, lastMinor] = LAST_VERSION_WITHOUT
  const isOlder = Number(major) < lastMajor || (Number(major) === lastMajor && Number(minor ?? 0) <= lastMinor)
  return isOlder ? UNKNOWN_TYPES : []
}

/** Applies a change to a task. Any state may follow any other. */
export function changedTask(
  task: StoredClientTask,
  { state, report }: Omit<ChangedClientTask, 'id'>,
  now: string,
): StoredClientTask {
  return {
    ...task,
    state: state ?? task.state,
    report: report ?? task.report,
    last_state_transition_at: state === undefined ? task.last_state_transition_at : now,
  }
}

export function renderTask(task: StoredClientTask): ClientTask {
  const { id, state, work_type, target_id, last_state_transition_at, created_at } = task
  return {
    id,
    state,
    work_type,
    target_id,
    additional_options: { ...task.additional_options },
    last_state_transition_at,
    report: { ...task.report },
    created_at,
  }
}

const EVENTS = {
  todo: ['task.created', 'start'],
  done: ['task.done', 'stop'],
  failed: ['task.failed', 'stop'],
} as const

/** The event about a task, which is reported on the target of the task. */
export function taskEvent(task: StoredClientTask, state: keyof typeof EVENTS): NewEvent {
  const [name, event_type] = EVENTS[state]
  return {
    user_id: task.user_id,
    eventable_type: task.work_type === 'update_item_shares' ? 'Item' : 'Connection',
    eventable_id: task.target_id,
    event_type,
    name,
    value: { client_task_id: task.id, work_type: task.work_type },
  }
}
