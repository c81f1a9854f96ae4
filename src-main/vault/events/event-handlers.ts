import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { eventOperations } from '../../../shared/contract/events.ts'
import type { HandlersFor } from '../../service/call.ts'
import { encodeCursor, pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { renderConnection } from '../connections/connection-rules.ts'
import type { EventFilter, EventFeedStore, ListedEvent } from './event-feed-store.ts'
import {
  clientEvent,
  isForeign,
  namedIds,
  renderActivity,
  renderEvent,
  startOf,
  withKnownCreator,
} from './event-rules.ts'
import type { ShownEvent } from './event-rules.ts'

interface EventDependencies {
  readonly events: EventFeedStore
  readonly connections: Pick<ConnectionStore, 'byIds' | 'connectedAmong' | 'idsConnectedAmong'>
}

type PagingQuery = Parameters<typeof readPageRequest>[0]

/** Lists and records events of the acting user (docs/contract/vault.md, Events). */
export function eventHandlers({ events, connections }: EventDependencies): HandlersFor<typeof eventOperations> {
  const shown = creatorFilter(connections)
  return {
    eventFeedGet: ({ userId }, { query }) => listEvents(userId, query, {}),
    eventsGet: ({ userId }, { query }) => listEvents(userId, query, query),
    eventsIdGet({ userId }, { params }) {
      const event = getEvent(userId, params.id)
      return { event: renderEvent(withKnownCreator(event, connections.connectedAmong(userId, [event.creator]))) }
    },
    eventsPost(call, { body }) {
      if (!events.isReadable(call.userId, { type: body.eventable_type, id: body.eventable_id })) {
        throw notYours('eventable_id', `is not a record of type ${body.eventable_type} that you can read`)
      }
      const parent = getParent(call.userId, body.parent_id ?? null)
      const event = clientEvent(body, { id: call.newId(), userId: call.userId, now: call.now })
      call.emit(event)
      const started_at = startOf({ ...event, parent })
      return { event: renderEvent({ ...event, creator: call.callerId, started_at }) }
    },
    activitiesGet({ userId }, { query }) {
      const request = readPageRequest(query, 'desc')
      const page = events.page(userId, {}, request)
      const known = connections.connectedAmong(userId, namedIds(page.rows, 'user_id'))
      const ids = [...namedIds(page.rows, 'connection_id'), ...[...known.values()].map(({ id }) => id)]
      return {
        activities: page.rows.map((event) => renderActivity(event, namesOf(known))),
        events: shown(userId, page.rows).map(renderEvent),
        connections: connections.byIds(userId, [...new Set(ids)]).map(renderConnection),
        ...pagingFields(page, request, 'event_time'),
      }
    },
    activitiesIdGet({ userId }, { params }) {
      const event = getEvent(userId, params.id)
      return renderActivity(event, namesOf(connections.connectedAmong(userId, namedIds([event], 'user_id'))))
    },
    alertsGet: ({ userId }) => ({ alerts: { conversations: 0, ...events.alerts(userId) } }),
  }

  function listEvents(userId: string, query: PagingQuery, filter: EventFilter) {
    const request = readPageRequest(query, 'desc')
    const { rows, next } = events.page(userId, filter, request)
    const total_count = events.count(userId, filter)
    return {
      events: shown(userId, rows).map(renderEvent),
      next_page_after: next === undefined ? null : encodeCursor(next),
      meta: { pages: Math.ceil(total_count / request.perPage), total_count, next_page_exists: next !== undefined },
    }
  }

  function getParent(userId: string, id: string | null): ListedEvent | undefined {
    if (id === null) return undefined
    const parent = events.find(userId, id)
    if (parent === undefined) throw notYours('parent_id', 'is not an event of yours')
    return parent
  }

  function getEvent(userId: string, id: string): ListedEvent {
    const event = events.find(userId, id)
    if (event === undefined) throw new ServiceError('not_found', 'There is no event with this id in your feed.')
    return event
  }
}

/** Hides creators whom the reader does not know. */
function creatorFilter(connections: EventDependencies['connections']) {
  return (userId: string, rows: readonly ListedEvent[]): ShownEvent[] => {
    const creators = new Set(rows.filter(isForeign).map(({ creator }) => creator))
    const connectedTo = creators.size === 0 ? creators : connections.idsConnectedAmong(userId, [...creators])
    return rows.map((event) => withKnownCreator(event, connectedTo))
  }
}

type Known = ReturnType<ConnectionStore['connectedAmong']>

/** The names that the acting user has given to users, encrypted, by user id. */
function namesOf(known: Known): ReadonlyMap<string, string | null> {
  return new Map([...known].map(([userId, side]) => [userId, side.encrypted_recipient_name]))
}

function notYours(path: string, rule: string): ServiceError {
  return faultyFieldsError([{ path, code: 'invalid_params', rule }])
}
