import type { operatorEventOperations } from '../../../shared/contract/operator-events.ts'
import type { HandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { OperatorEventStore } from './operator-event-store.ts'

/** What the operator did, for an audit. */
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
