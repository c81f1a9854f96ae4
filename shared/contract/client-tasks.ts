import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { broken, listOf, QueryBoolean, QueryList, Reference, ReplyId, ReplyTime } from './values.ts'

export const CLIENT_TASK_STATES = ['todo', 'in_progress', 'done', 'failed'] as const
export type ClientTaskState = (typeof CLIENT_TASK_STATES)[number]

export const CLIENT_TASK_TYPES = [
  'update_item_shares',
  'setup_key_delegation',
  'reencrypt_account_owner_kek',
  'incoming_delegation_invitation',
] as const
export type ClientTaskType = (typeof CLIENT_TASK_TYPES)[number]

const JsonObject = z.record(z.string(), z.unknown())

/** Work that only a client can do, because only clients have keys (vault contract 2.13). */
export const ClientTask = z.object({
  id: ReplyId,
  state: z.enum(CLIENT_TASK_STATES),
  work_type: z.enum(CLIENT_TASK_TYPES),
  /** The own item, or the own connection, that the work is about. */
  target_id: ReplyId,
  additional_options: JsonObject,
  /** Null until the first change. */
  last_state_transition_at: ReplyTime.nullable(),
  report: JsonObject,
  created_at: ReplyTime,
})
export type ClientTask = z.infer<typeof ClientTask>

const MAX_REPORT_CHARACTERS = 64 * 1024
export const MAX_TASKS_PER_CALL = 500

const Report = JsonObject.refine(
  (report) => JSON.stringify(report).length <= MAX_REPORT_CHARACTERS,
  broken('invalid_params', 'must not be larger than 64 KiB'),
)

/** What a client says about a task; keys not given stay. Also part of PUT /items/{id}/shares. */
export const ChangedClientTask = z.object({
  id: Reference,
  state: z.enum(CLIENT_TASK_STATES).optional(),
  report: Report.nullish(),
})
export type ChangedClientTask = z.output<typeof ChangedClientTask>

export const ChangedClientTasks = listOf(ChangedClientTask, MAX_TASKS_PER_CALL)

const States = QueryList.refine(
  (list): list is ClientTaskState[] => list.every((state) => CLIENT_TASK_STATES.some((known) => known === state)),
  broken('invalid_params', `must be states: ${CLIENT_TASK_STATES.join(', ')}`),
)

const base = { api: 'vault', auth: 'user', path: '/client_task_queue', aliases: ['/client-task-queue'] } as const

/** Vault contract 3.9, E96 and E97. */
export const clientTaskOperations = defineOperations({
  clientTaskQueueGet: {
    ...base,
    method: 'GET',
    delegation: 'reader',
    writesOnRead: true,
    summary: 'List client tasks, and set the listed ones to in_progress if asked to',
    query: z.object({
      ...pagingQuery,
      state: States.optional(),
      target_id: Reference.optional(),
      work_type: z.enum(CLIENT_TASK_TYPES).optional(),
      change_state: QueryBoolean.optional(),
    }),
    success: { status: 200, body: z.object({ client_tasks: z.array(ClientTask), ...pagingReply }) },
    errors: ['invalid_params', 'invalid_cursor'],
  },
  clientTaskQueuePut: {
    ...base,
    method: 'PUT',
    delegation: 'admin',
    summary: 'Report how client tasks went',
    body: z.object({ client_tasks: ChangedClientTasks }),
    success: { status: 200, body: z.object({ client_tasks: z.array(ClientTask) }) },
    errors: ['not_found', 'invalid_params', 'param_missing'],
  },
})
