import type { Event } from '../../../shared/contract/events.ts'

let count = 0

/** An event of Alice about an item. */
export function anEvent(changes: Partial<Event> = {}): Event {
  count += 1
  return {
    id: `event-${count}`,
    parent_id: null,
    creator: 'vault-alice',
    user_id: 'vault-alice',
    eventable_type: 'Item',
    eventable_id: 'item-1',
    event_type: 'update',
    name: 'item.updated',
    label: 'Passport',
    value: null,
    duration_in_seconds: null,
    activity_ids: [],
    event_time: '2026-11-22T09:00:00.000Z',
    ...changes,
  }
}
