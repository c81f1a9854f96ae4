import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { ClientTask, ClientTaskState } from './client-tasks.ts'
import { answer, defineOperations } from './operation.ts'
import { MAX_PER_PAGE } from './paging.ts'
import { Id, QueryList } from './values.ts'
import { PASSPHRASE_ERRORS, PassphraseOrRemembered } from './workbench-users.ts'
import {
  ownOperation as own,
  rowsQuery,
  USER_ERRORS,
  userOperation,
  UserPath,
  workspaceOperation,
} from './workbench-window.ts'

/** Outstanding work of a user's client, and the user's events as a file. */

export const TaskState = ClientTaskState
export type TaskState = ClientTaskState

/** This client's report of the last run; a report of another client is shown as far as it has these keys. */
export const TaskReport = z.object({
  /** Runs so far. */
  tries: z.int(),
  /** The step that failed; null when none did. */
  step: z
    .enum(['read_item', 'open_values', 'read_shares', 'seal', 'send', 'hand_over_key', 'take_key_over'])
    .nullable(),
  /** A sentence for a person. */
  reason: z.string().nullable(),
  code: z.string().nullable(),
  shares: z.int().nullable(),
  values: z.int().nullable(),
})
export type TaskReport = z.infer<typeof TaskReport>

export const TaskRow = ClientTask.pick({
  id: true,
  state: true,
  work_type: true,
  target_id: true,
  created_at: true,
  last_state_transition_at: true,
}).extend({
  /** Label of the item, or name of the person; null when the target is not known. */
  target_label: z.string().nullable(),
  target_kind: z.enum(['item', 'connection', 'unknown']),
  /** Whether this client can run tasks of this type. */
  runnable: z.boolean(),
  report: TaskReport,
})
export type TaskRow = z.infer<typeof TaskRow>

/**
 * A received copy whose owner has newer values that did not arrive yet. This is known only of owners who are signed in
 * to this workspace, because the service does not tell recipients.
 */
export const AwaitedCopy = z.object({
  item_id: z.string(),
  /** Slots of the copy whose value differs from the owner's. */
  slot_ids: z.array(z.string()),
  /** How many of the owner's slots with a value are missing from the copy. */
  new_slots: z.int(),
  /** The state of the owner's task that sends them. */
  state: ClientTaskState,
})
export type AwaitedCopy = z.infer<typeof AwaitedCopy>

/** The result of a run. */
const RunResult = z.object({
  done: z.int(),
  failed: z.int(),
  /** Selected but not started, because the run was cancelled. */
  left: z.int(),
})

/** The current task runs of a user. */
const Running = z.object({ running: z.boolean(), cancelling: z.boolean() })

/** A user by name; a locked one is unlocked for this call only. */
export const CommandUser = z.object({
  /** The workspace that must be open; any, if absent. */
  workspace: z.string().check(atMost(255)).optional(),
  user: z.string().check(atMost(255)),
  passphrase: PassphraseOrRemembered,
})
export const COMMAND_ERRORS = [
  ...USER_ERRORS,
  ...PASSPHRASE_ERRORS,
  'param_missing',
  'wrong_status',
  'value_cannot_be_opened',
] as const

/** Operations that `vaultbench client-task-queue` calls when a running program has the data directory open. */
export const TASK_COMMANDS = ['workbench.taskCommandList', 'workbench.taskCommandRun'] as const

export const workbenchTaskOperations = defineOperations({
  taskRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/task-rows',
    summary: 'Client tasks with the labels of their targets; listing changes no state',
    query: z.object({
      state: QueryList.optional(),
      target_id: Id.optional(),
      ...rowsQuery,
    }),
    success: {
      status: 200,
      body: Running.extend({
        rows: z.array(TaskRow),
        matching: z.int(),
        counts: z.object({ todo: z.int(), in_progress: z.int(), failed: z.int(), done: z.int() }),
        /** The setting of this workspace. */
        run_tasks_automatically: z.boolean(),
      }),
    },
  },
  taskRun: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/task-runs',
    summary: 'Run a batch of client tasks; answers when it is done, and reports progress by events',
    body: z.object({
      /** Null for those in state todo, oldest first. */
      task_ids: z.array(Id).check(atMost(500)).nullable().default(null),
      limit: z.int().min(1).max(500).default(50),
    }),
    success: { status: 200, body: RunResult },
    errors: [...USER_ERRORS, 'task_run_active'],
  },
  awaitedCopies: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/awaited-copies',
    summary: 'Received copies that await values from an owner who is signed in here',
    success: answer(200, { copies: z.array(AwaitedCopy) }),
  },
  awaitedCopyFetch: {
    ...own,
    endpoint: 'POST /users/{user_id}/awaited-copies/{item_id}/task-runs',
    summary: "Run the owner's task that sends a received copy its values, as the owner",
    params: UserPath.extend({ item_id: Id }),
    success: { status: 200, body: RunResult },
    errors: [...USER_ERRORS, 'task_run_active'],
  },
  taskCancel: {
    ...userOperation,
    endpoint: 'DELETE /users/{user_id}/task-runs',
    summary: 'End the run of this user after the current task',
    success: { status: 200, body: Running },
  },
  taskReset: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/tasks/reset',
    summary: 'Put tasks back to todo',
    body: z.object({ task_ids: z.array(Id).check(atLeast(1, 'must not be empty')).check(atMost(500)) }),
    success: answer(200, { reset: z.int() }),
  },
  taskSettings: {
    ...workspaceOperation,
    endpoint: 'PUT /task-settings',
    summary: 'Whether tasks of signed-in users run by themselves in this workspace',
    body: z.object({ run_tasks_automatically: z.boolean() }),
    success: answer(200, { run_tasks_automatically: z.boolean() }),
  },
  taskCommandList: {
    ...own,
    endpoint: 'POST /commands/client-tasks',
    summary: 'A page of the client task queue of a user, for a command',
    body: CommandUser.extend({
      query: z.object({
        state: z.array(ClientTaskState).check(atMost(4)),
        target_id: Id.optional(),
        change_state: z.boolean().optional(),
        per_page: z.int().min(1).max(MAX_PER_PAGE),
        next_page_after: z.string().check(atMost(2048)).optional(),
      }),
    }),
    success: answer(200, { client_tasks: z.array(ClientTask), next_page_after: z.string().nullable() }),
    errors: [...COMMAND_ERRORS, 'invalid_params', 'invalid_cursor'],
  },
  taskCommandRun: {
    ...own,
    endpoint: 'POST /commands/client-task-runs',
    summary: 'Run a client task of a user, for a command',
    body: CommandUser.extend({ task_id: Id }),
    success: { status: 200, body: RunResult },
    errors: [...COMMAND_ERRORS, 'task_run_active'],
  },
})
