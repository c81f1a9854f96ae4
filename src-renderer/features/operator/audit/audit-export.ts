import type { OperatorEvent } from '../../../../shared/contract/operator-events.ts'
import type { RecordShape } from '../../../parts/export/records-file.ts'

/** An act and how it reads. */
export interface ToldAct {
  readonly event: OperatorEvent
  readonly sentence: string
  readonly who: string
}

const COLUMNS = [
  'event_time',
  'sentence',
  'name',
  'subject_type',
  'subject_id',
  'subject_label',
  'note',
  'user_id',
  'user_name',
  'id',
] as const

/** Acts as a file has them; in JSON Lines as the service answers them, with `sentence` added. */
export const AUDIT_SHAPE: RecordShape<ToldAct, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  cells: ({ event, sentence, who }) => ({ ...event, sentence, user_name: event.user_id === null ? null : who }),
  line: ({ event, sentence }) => ({ ...event, sentence }),
}
