import type { OperatorEvent, OperatorSubject } from '../../../shared/contract/operator-events.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'
import { addHoldsWords } from '../../sqlite/text-functions.ts'

/** Conditions on a list of events; all of them must hold. */
interface OperatorEventFilter {
  readonly name?: string | undefined
  readonly subject_type?: OperatorSubject | undefined
  /** Words that label and note together contain. */
  readonly like?: string | undefined
  /** The period: from this moment, until just before `to`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const COLUMNS = 'id, name, subject_type, subject_id, subject_label, user_id, note, event_time'

export type OperatorEventStore = ReturnType<typeof operatorEventStore>

/** Stores the operator's actions in SQLite. */
export function operatorEventStore(connection: Connection) {
  addHoldsWords(connection)
  const insert = connection.prepare<OperatorEvent>(`INSERT INTO operator_events ${inserted(COLUMNS)}`)
  const page = statementCache<OperatorEvent>(connection)
  const count = statementCache<{ readonly count: number }>(connection)
  return {
    add: (event: OperatorEvent) => void insert.run(event),
    /** Newest first. */
    page(filter: OperatorEventFilter, request: PageRequest): Page<OperatorEvent> {
      const place = request.after === undefined ? [] : ['(event_time, id) < (+@sortValue, +@id)']
      const rows = page(
        `SELECT ${COLUMNS} FROM operator_events ${where([...conditions(filter), ...place])}
        ORDER BY event_time DESC, id DESC LIMIT +@limit`,
      ).all({ ...filter, ...request.after, limit: request.perPage + 1 })
      return pageOf(rows, request.perPage, placeOf)
    },
    count: (filter: OperatorEventFilter) =>
      count(`SELECT count(*) AS count FROM operator_events ${where(conditions(filter))}`).get(filter)?.count ?? 0,
  }
}

const placeOf = ({ event_time, id }: OperatorEvent): Cursor => ({ sortValue: event_time, id })

function conditions(filter: OperatorEventFilter): string[] {
  return [
    ...(filter.name === undefined ? [] : ['name = @name']),
    ...(filter.subject_type === undefined ? [] : ['subject_type = @subject_type']),
    ...(filter.like === undefined ? [] : ['holds_words(@like, subject_label, note)']),
    ...(filter.from === undefined ? [] : ['event_time >= +@from']),
    ...(filter.to === undefined ? [] : ['event_time < +@to']),
  ]
}

function where(all: readonly string[]): string {
  return all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`
}
