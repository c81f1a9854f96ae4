import type { EventableType, EventType } from '../../../shared/contract/events.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import type { StoredEvent } from '../../service/emitted-events.ts'
import { pageOf } from '../../service/cursor.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

/** An event in a list. */
export interface ListedEvent extends StoredEvent {
  /** The time of the `start` that is the parent of a `stop`. */
  readonly started_at: string | null
}

export interface EventFilter {
  readonly event_type?: EventType | undefined
  /** `YYYY-MM-DD`, a day in UTC. */
  readonly on_date?: string | undefined
  /** Limits the events to those of this organization, its services and members. */
  readonly organization_id?: string | undefined
}

type Row = Omit<ListedEvent, 'value'> & { readonly value: string | null }

const READ = /* sql */ `
  SELECT e.*, (SELECT s.event_time FROM events s
    WHERE e.event_type = 'stop' AND s.id = e.parent_id AND s.user_id = e.user_id AND s.event_type = 'start') AS started_at
  FROM events e
`

/** Statements that tell whether the user `@userId` can read the record `@id`. */
const READABLE: Readonly<Record<EventableType, string>> = {
  AccessToken: 'SELECT 1 FROM sessions WHERE id = @id AND vault_user_id = @userId',
  Classification: 'SELECT 1 FROM classification_nodes WHERE id = @id AND (user_id IS NULL OR user_id = @userId)',
  Connection: /* sql */ `
    SELECT 1 FROM connections WHERE id = @id AND user_id = @userId
    UNION ALL SELECT 1 FROM invitations WHERE id = @id AND user_id = @userId`,
  Item: 'SELECT 1 FROM items WHERE id = @id AND user_id = @userId',
  TemplateItem: /* sql */ `
    SELECT 1 FROM item_templates
    WHERE id = @id AND status = 'public' AND (user_id IS NULL OR user_id = @userId)`,
  Slot: 'SELECT 1 FROM slots s JOIN items i ON i.id = s.item_id WHERE s.id = @id AND i.user_id = @userId',
}

export type EventFeedStore = ReturnType<typeof eventFeedStore>

/** Reads the feed of a user, newest first. */
export function eventFeedStore(connection: Connection) {
  const byId = connection.prepare<[string, string], Row>(`${READ} WHERE e.id = ? AND e.user_id = ?`)
  const page = statementCache<Row>(connection)
  const count = statementCache<{ readonly count: number }>(connection)
  const readable = statementCache<unknown>(connection)
  const alerts = connection.prepare<{ userId: string }, { notifications: number; invitations: number }>(/* sql */ `
    SELECT
      coalesce((SELECT shares_count FROM share_counts
        WHERE recipient_id = @userId AND acceptance_required = 'acceptance_required'), 0)
      + coalesce((SELECT rows_count FROM client_task_counts WHERE user_id = @userId AND state = 'todo'), 0)
      AS notifications,
      coalesce((SELECT rows_count FROM invitation_counts WHERE user_id = @userId AND state = 'new'), 0) AS invitations
  `)
  return {
    find(userId: string, id: string): ListedEvent | undefined {
      const row = byId.get(id, userId)
      return row && readRow(row)
    },
    page(userId: string, filter: EventFilter, request: PageRequest): Page<ListedEvent> {
      const rows = page(eventPageSql(filter, request.after !== undefined)).all({
        ...filter,
        ...request.after,
        ...dayOf(filter),
        userId,
        limit: request.perPage + 1,
      })
      return pageOf(rows.map(readRow), request.perPage, eventPlace)
    },
    count: (userId: string, filter: EventFilter) => count(eventCountSql(filter)).get({ ...filter, userId })?.count ?? 0,
    /** Whether the user can read the record, so that a client may record what happens to it. */
    isReadable: (userId: string, { type, id }: { readonly type: EventableType; readonly id: string }) =>
      readable(READABLE[type]).get({ userId, id }) !== undefined,
    /** Counts shares, tasks and invitations that await an answer (docs/contract/vault.md, Events). */
    alerts: (userId: string): { readonly notifications: number; readonly invitations: number } =>
      alerts.get({ userId }) ?? { notifications: 0, invitations: 0 },
  }
}

/** Selects a page of events; about the `+` see `rangeConditions`. */
export function eventPageSql(filter: EventFilter, continued: boolean): string {
  const place = continued ? ['(e.event_time, e.id) < (+@sortValue, +@id)'] : []
  const index =
    filter.event_type !== undefined && filter.organization_id === undefined ? 'INDEXED BY events_by_type' : ''
  return `${READ} ${index} WHERE ${[...conditions(filter), ...place].join(' AND ')}
    ORDER BY e.event_time DESC, e.id DESC LIMIT +@limit`
}

/** Reads the counts that triggers keep by type, day and organization. */
export function eventCountSql({ event_type, on_date, organization_id }: EventFilter): string {
  const conditions = [
    'user_id = @userId',
    ...(event_type === undefined ? [] : ['event_type = @event_type']),
    ...(on_date === undefined ? [] : ['event_day = @on_date']),
    ...(organization_id === undefined ? [] : ['organization_id = @organization_id']),
  ]
  return `SELECT coalesce(sum(events_count), 0) AS count FROM event_counts WHERE ${conditions.join(' AND ')}`
}

/** Must be the same expression as in the index. */
const ORGANIZATION = `iif(json_valid(e.value), json_extract(e.value, '$.organization_id'), NULL)`

function conditions({ event_type, on_date, organization_id }: EventFilter): string[] {
  return [
    'e.user_id = +@userId',
    ...(event_type === undefined ? [] : ['e.event_type = +@event_type']),
    ...(on_date === undefined ? [] : ['e.event_time >= +@from', 'e.event_time < +@to']),
    // SQLite uses a partial index only when the statement repeats its condition.
    ...(organization_id === undefined ? [] : [`${ORGANIZATION} = +@organization_id`, `${ORGANIZATION} IS NOT NULL`]),
  ]
}

/** The first moment of a day, and of the next day. */
function dayOf({ on_date }: EventFilter) {
  if (on_date === undefined) return {}
  const from = new Date(on_date)
  const to = new Date(from.getTime() + 24 * 60 * 60 * 1000)
  return { from: from.toISOString(), to: to.toISOString() }
}

const eventPlace = ({ event_time, id }: ListedEvent): Cursor => ({ sortValue: event_time, id })

function readRow(row: Row): ListedEvent {
  // Only the event store writes the column, from an object.
  return { ...row, value: JSON.parse(row.value ?? 'null') as ListedEvent['value'] }
}
