import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { ChangedClientTask, ClientTaskType } from '../../../shared/contract/client-tasks.ts'
import type { Change } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import { erasedAfter } from '../../service/timed-work.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { changedTask, DONE_LIFETIME_MS, IN_PROGRESS_MS, taskEvent } from './client-task-rules.ts'
import type { ClientTaskStore, StoredClientTask } from './client-task-store.ts'

interface NewTask {
  readonly userId: string
  readonly work_type: ClientTaskType
  readonly target_id: string
}

export type ClientTasks = ReturnType<typeof createClientTasks>

/** Creates client tasks and records their outcomes (docs/contract/vault.md, Client tasks). */
export function createClientTasks(
  store: ClientTaskStore,
  connections: Pick<ConnectionStore, 'find'>,
  /** Whether the delegate has encrypted the account owner's key under their own. */
  isTakenOver: (delegationToken: string) => boolean,
) {
  return { request, finish, applyChanges, forget: (targetId: string) => store.deleteOfTarget(targetId) }

  /** Asks the clients of a user for work, unless the same work is already waiting. */
  function request(change: Change, { userId, work_type, target_id }: NewTask): void {
    if (store.has({ user_id: userId, work_type, target_id, state: 'todo' })) return
    const task: StoredClientTask = {
      id: change.newId(),
      user_id: userId,
      state: 'todo',
      work_type,
      target_id,
      additional_options: {},
      report: {},
      last_state_transition_at: null,
      created_at: change.now,
    }
    store.add(task)
    change.emit(taskEvent(task, 'todo'))
  }

  /** Marks a task as done after a call did its work. */
  function finish(change: Change, { userId, work_type, target_id }: NewTask): void {
    for (const task of store.ofTarget(userId, target_id)) {
      if (task.work_type !== work_type || task.state === 'done') continue
      const after = changedTask(task, { state: 'done' }, change.now)
      store.update(after)
      report(change, task, after)
    }
  }

  /**
   * Applies all changes in order, or none.
   *
   * @throws {ServiceError} `not_found` for a task of somebody else
   */
  function applyChanges(
    change: Change,
    userId: string,
    changes: readonly ChangedClientTask[],
  ): readonly StoredClientTask[] {
    const tasks = new Map(
      store
        .byIds(
          userId,
          changes.map(({ id }) => id),
        )
        .map((task) => [task.id, task]),
    )
    for (const [index, { id, ...requested }] of changes.entries()) {
      const task = tasks.get(id)
      if (task === undefined) {
        const path = `client_tasks[${index}].id`
        throw faultyFieldsError([{ path, code: 'not_found', rule: 'names no client task of yours' }])
      }
      const after = changedTask(task, requested, change.now)
      tasks.set(id, after)
      store.update(after)
      report(change, task, after)
    }
    return [...tasks.values()]
  }

  function report(change: Change, before: StoredClientTask, after: StoredClientTask): void {
    if (after.state === before.state || (after.state !== 'done' && after.state !== 'failed')) return
    change.emit(taskEvent(after, after.state))
    if (after.state === 'done' && after.work_type === 'setup_key_delegation') requestReencryption(change, after)
  }

  /** Asks the delegate's clients to encrypt the account owner's key under their own. */
  function requestReencryption(change: Change, { user_id, target_id }: StoredClientTask): void {
    const side = connections.find(user_id, target_id)
    const token = side?.delegation_token ?? null
    if (side === undefined || (token !== null && isTakenOver(token))) return
    request(change, { userId: side.other_user_id, work_type: 'reencrypt_account_owner_kek', target_id: side.other_id })
  }
}

/** Resets tasks that have been in progress for too long. */
export function resumeAbandonedTasks(
  store: Pick<ClientTaskStore, 'earliestInProgress' | 'resetInProgressSince'>,
): TimedWork {
  return {
    earliest() {
      const began = store.earliestInProgress()
      return began === null ? null : isoTime(Date.parse(began) + IN_PROGRESS_MS)
    },
    run({ now, nowMs }) {
      store.resetInProgressSince(isoTime(nowMs - IN_PROGRESS_MS), now)
    },
  }
}

/** Deleting this many takes about 25 ms; the rest is deleted by the next run. */
const MAX_TASKS_PER_RUN = 2_000

/** Deletes tasks that were done long ago (docs/contract/vault.md, Time). */
export function forgetDoneTasks(store: Pick<ClientTaskStore, 'earliestDone' | 'deleteDoneBy'>): TimedWork {
  return erasedAfter(DONE_LIFETIME_MS, {
    oldest: store.earliestDone,
    erase(_, until) {
      store.deleteDoneBy(until, MAX_TASKS_PER_RUN)
    },
  })
}
