import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { ReplyId, ReplyTime, ShortText, Time, namedObject } from './values.ts'

/** The kinds of things an operator can change. */
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

/** One action of the operator. It contains no user's data. */
export const OperatorEvent = namedObject('OperatorEvent', {
  id: ReplyId,
  /** Dotted key, for example `organization.validated`. */
  name: z.string(),
  subject_type: OperatorSubject,
  subject_id: z.string(),
  /** Name or label of the subject at that time. */
  subject_label: z.string().nullable(),
  /** The user whose session was used; null where only the password is required. */
  user_id: ReplyId.nullable(),
  /** The reason of a rejection. */
  note: z.string().nullable(),
  event_time: ReplyTime,
})
export type OperatorEvent = z.infer<typeof OperatorEvent>

/** Extension: the audit log of the operator's actions. */
export const operatorEventOperations = defineOperations({
  systemEventsGet: {
    api: 'vault',
    auth: 'operator',
    delegation: 'ignored',
    extension: true,
    endpoint: 'GET /system/events',
    summary: 'List what the operator did, newest first',
    query: z.object({
      name: ShortText.optional(),
      subject_type: OperatorSubject.optional(),
      /** A part of label or note, ignoring case. */
      like: ShortText.optional(),
      /** The period: from this moment, until just before `to`. */
      from: Time.optional(),
      to: Time.optional(),
      ...pagingQuery,
    }),
    success: answer(200, { operator_events: z.array(OperatorEvent), total_count: z.int(), ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
})
