import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { ReplyId, ReplyTime, ShortText, Time } from './values.ts'

/** What an act of the operator was about. */
export const OPERATOR_SUBJECTS = [
  'organization',
  'service',
  'classification_scheme',
  'classification_node',
  'image',
  'item_template',
  'template_slot',
  'admission_token',
  'registry_entry',
] as const
export const OperatorSubject = z.enum(OPERATOR_SUBJECTS).meta({ id: 'OperatorSubject' })
export type OperatorSubject = z.infer<typeof OperatorSubject>

/** One act of the operator. Nobody's data is in it. */
export const OperatorEvent = z
  .object({
    id: ReplyId,
    /** Dotted key, for example `organization.validated`. */
    name: z.string(),
    subject_type: OperatorSubject,
    subject_id: z.string(),
    /** Name or label of the subject at that time. */
    subject_label: z.string().nullable(),
    /** The user in whose session it was done; null where only the password is asked for. */
    user_id: ReplyId.nullable(),
    /** The reason of a rejection. */
    note: z.string().nullable(),
    event_time: ReplyTime,
  })
  .meta({ id: 'OperatorEvent' })
export type OperatorEvent = z.infer<typeof OperatorEvent>

/** Additive: what the operator did, as an audit needs it. */
export const operatorEventOperations = defineOperations({
  systemEventsGet: {
    api: 'vault',
    method: 'GET',
    auth: 'operator',
    delegation: 'ignored',
    extension: true,
    path: '/system/events',
    summary: 'List what the operator did, newest first',
    query: z.object({
      name: ShortText.optional(),
      subject_type: OperatorSubject.optional(),
      /** Part of label or note, without regard to case. */
      like: ShortText.optional(),
      /** The list begins with this moment, and ends before the other one. */
      from: Time.optional(),
      to: Time.optional(),
      ...pagingQuery,
    }),
    success: {
      status: 200,
      body: z.object({ operator_events: z.array(OperatorEvent), total_count: z.int(), ...pagingReply }),
    },
    errors: ['invalid_params', 'invalid_cursor'],
  },
})
