import type { OperatorSubject, operatorEventOperations } from '../../../shared/contract/operator-events.ts'
import type { PublicCall, HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { OperatorEventStore } from './operator-event-store.ts'

/** An act of the operator, before it has an id and a time. */
interface NewOperatorEvent {
  /** Dotted key, for example `organization.validated`. */
  readonly name: string
  readonly subject_type: OperatorSubject
  readonly subject_id: string
  /** The name or label of the subject; never data from a user's vault, never a secret. */
  readonly subject_label: string | null
  /** The user in whose session it is done; null where only the password is asked for. */
  readonly user_id: string | null
  /** The reason of a rejection. */
  readonly note: string | null
}

/** The record of the operator's actions. Its entries are neither changed nor deleted. */
export type OperatorEvents = ReturnType<typeof createOperatorEvents>

/** The operator's record over a store. */
export function createOperatorEvents(store: Pick<OperatorEventStore, 'add'>) {
  return {
    /** Writes an act down, in the transaction of the call that does it. */
    note(change: Pick<PublicCall, 'now' | 'newId'>, event: NewOperatorEvent) {
      store.add({ ...event, id: change.newId(), event_time: change.now })
    },
  }
}

/** Lists the operator's actions, for an audit. */
export function operatorEventHandlers(
  events: Pick<OperatorEventStore, 'page' | 'count'>,
): HandlersFor<typeof operatorEventOperations> {
  return {
    systemEventsGet(_, { query }) {
      const { next_page_after: _cursor, per_page: _size, ...filter } = query
      const request = readPageRequest(query, 'desc')
      const page = events.page(filter, request)
      return {
        operator_events: [...page.rows],
        total_count: events.count(filter),
        ...pagingFields(page, request, 'event_time'),
      }
    },
  }
}
