import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { failsWith, listOf, QueryBoolean, queryListOf, Reference, ReplyId, ReplyTime, namedObject } from './values.ts'

export const CLIENT_TASK_STATES = ['todo', 'in_progress', 'done', 'failed'] as const
export const ClientTaskState = z.enum(CLIENT_TASK_STATES).meta({ id: 'ClientTaskState' })
export type ClientTaskState = z.infer<typeof ClientTaskState>

export const CLIENT_TASK_TYPES = [
  'update_item_shares',
  'setup_key_delegation',
  'reencrypt_account_owner_kek',
  'incoming_delegation_invitation',
] as const
export const ClientTaskType = z.enum(CLIENT_TASK_TYPES).meta({ id: 'ClientTaskType' })
export type ClientTaskType = z.infer<typeof ClientTaskType>

const JsonObject = z.record(z.string(), z.unknown())

/** Work that only a client can do, because only clients have keys. */
export const ClientTask = namedObject('ClientTask', {
  id: ReplyId,
  state: ClientTaskState,
  work_type: ClientTaskType,
  /** The item, connection or delegation offer that the work is about. */
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
  failsWith('invalid_params', 'must not be larger than 64 KiB'),
)

/** A client's report on a task; absent keys stay as they are. Also part of PUT /items/{id}/shares. */
export const ChangedClientTask = namedObject('ChangedClientTask', {
  id: Reference,
  state: ClientTaskState.optional(),
  report: Report.nullish(),
})
export type ChangedClientTask = z.output<typeof ChangedClientTask>

export const ChangedClientTasks = listOf(ChangedClientTask, MAX_TASKS_PER_CALL)

const base = { api: 'vault', auth: 'user', aliases: ['/client-task-queue'] } as const

/** Operations on client tasks (docs/contract/vault.md, Client tasks). */
export const clientTaskOperations = defineOperations({
  clientTaskQueueGet: {
    ...base,
    endpoint: 'GET /client_task_queue',
    delegation: 'reader',
    delegationFor: [{ part: 'query', path: ['change_state'], role: 'admin' }],
    writesMayBeLost: true,
    summary: 'List client tasks, and set the listed ones to in_progress if asked to',
    query: z.object({
      ...pagingQuery,
      state: queryListOf(ClientTaskState).optional(),
      target_id: Reference.optional(),
      work_type: ClientTaskType.optional(),
      change_state: QueryBoolean.optional().meta({
        description:
          'Sets every listed task to in_progress; the answer shows the states before. Without state that includes tasks ' +
          'that are done, which are handed out again.',
      }),
      supress_changing_state: z.unknown().optional().meta({
        deprecated: true,
        description: 'Ignored: not changing states is the rule now. Use change_state to change them.',
      }),
    }),
    success: answer(200, { client_tasks: z.array(ClientTask), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  clientTaskQueuePut: {
    ...base,
    endpoint: 'PUT /client_task_queue',
    delegation: 'admin',
    summary: 'Report how client tasks went',
    body: z.object({ client_tasks: ChangedClientTasks }),
    success: answer(200, { client_tasks: z.array(ClientTask) }),
    errors: ['not_found', 'invalid_params', 'param_missing'],
  },
})
