import type { Activity, Event, NewClientEvent } from '../../../shared/contract/events.ts'
import type { StoredEvent } from '../../service/emitted-events.ts'
import type { ListedEvent } from './event-feed-store.ts'

/** An event whose creator may be hidden. */
export type ShownEvent = Omit<ListedEvent, 'creator'> & Pick<Event, 'creator'>

/**
 * Removes the creator from an event if the reader does not know them, because events about an item also reach people
 * who must not learn who its owner is (docs/contract/vault.md, Shares).
 *
 * @param connectedTo the users the reader is connected to now
 */
export function withKnownCreator(event: ListedEvent, connectedTo: { has(userId: string): boolean }): ShownEvent {
  const isKnown = !isForeign(event) || event.creator === event.value?.['user_id'] || connectedTo.has(event.creator)
  return isKnown ? event : { ...event, creator: null }
}

/** Whether somebody other than the feed's user caused it. */
export function isForeign({ creator, user_id }: Pick<ListedEvent, 'creator' | 'user_id'>): boolean {
  return creator !== 'system' && creator !== user_id
}

/** Renders an event (docs/contract/vault.md, Events). */
export function renderEvent({ started_at, ...event }: ShownEvent): Event {
  return {
    ...event,
    duration_in_seconds: started_at === null ? null : secondsBetween(started_at, event.event_time),
    activity_ids: [event.id],
  }
}

function secondsBetween(start: string, end: string): number {
  return Math.max(0, Math.round((Date.parse(end) - Date.parse(start)) / 1000))
}

/** Renders an event as an activity, with its details as separate fields. */
export function renderActivity(event: ShownEvent, userNames: ReadonlyMap<string, string | null>): Activity {
  const detail = (key: string): string | null => {
    const value = event.value?.[key]
    return typeof value === 'string' ? value : null
  }
  const user_id = detail('user_id')
  return {
    id: event.id,
    timestamp: event.event_time,
    event_type: event.event_type,
    item_id: detail('item_id'),
    item_label: detail('item_label') ?? (event.eventable_type === 'Item' ? event.label : null),
    slot_id: detail('slot_id'),
    slot_label: detail('slot_label'),
    share_id: detail('share_id'),
    connection_id: detail('connection_id'),
    invitation_id: detail('invitation_id'),
    user_id,
    encrypted_user_name: detail('encrypted_user_name') ?? userNames.get(user_id ?? '') ?? null,
    attachment_id: detail('attachment_id'),
    attachment_label: detail('attachment_label'),
    label: event.label,
    description: null,
    start_time: event.event_time,
    end_time: null,
    created_at: event.event_time,
    updated_at: event.event_time,
    background_color: null,
    value: event.value,
    image: null,
    duration_in_words: null,
    event_ids: [event.id],
  }
}

/** The distinct ids in the details of events. */
export function namedIds(events: readonly ListedEvent[], key: 'connection_id' | 'user_id'): string[] {
  const ids = events.map(({ value }) => value?.[key]).filter((id) => typeof id === 'string')
  return [...new Set(ids)]
}

interface ClientEventFacts {
  readonly id: string
  readonly userId: string
  readonly now: string
}

/** An event that a client reports (docs/contract/vault.md, Events). */
export function clientEvent(body: NewClientEvent, { id, userId, now }: ClientEventFacts): Omit<StoredEvent, 'creator'> {
  const { eventable_type, eventable_id, event_type } = body
  return {
    id,
    parent_id: body.parent_id ?? null,
    user_id: userId,
    eventable_type,
    eventable_id,
    event_type,
    name: body.name ?? `client.${event_type}`,
    label: body.label ?? null,
    // The contract has checked that it is JSON of an object.
    value: JSON.parse(body.value ?? 'null') as StoredEvent['value'],
    event_time: notAfter(now, body.event_time ?? now),
  }
}

/** Limits a time, because a clock that is ahead would keep its event at the top. */
function notAfter(limit: string, time: string): string {
  return time < limit ? time : limit
}

/** The time of the `start` that a `stop` refers to as its parent. */
export function startOf({
  event_type,
  parent,
}: Pick<StoredEvent, 'event_type'> & { readonly parent: ListedEvent | undefined }): string | null {
  return event_type === 'stop' && parent?.event_type === 'start' ? parent.event_time : null
}
