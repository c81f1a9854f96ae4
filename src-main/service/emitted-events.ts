import type { EventableType, EventType } from '../../shared/contract/events.ts'

/** An event that a handler reports. `value` never holds cipher text, keys or tokens. */
export interface NewEvent {
  /** Set if other events refer to this one by `parent_id`. */
  readonly id?: string
  readonly parent_id?: string | null
  /** The user in whose feed it appears. */
  readonly user_id: string
  readonly eventable_type: EventableType
  readonly eventable_id: string
  readonly event_type: EventType
  /** Dotted key, for example `item.created`. */
  readonly name: string
  readonly label?: string | null
  readonly value?: Readonly<Record<string, unknown>> | null
  /** When it happened. Default: now. */
  readonly event_time?: string
}

/** An event as stored. */
export interface StoredEvent extends Required<NewEvent> {
  /** Id of the caller who caused it, or `system`. */
  readonly creator: string
  readonly event_time: string
}

export interface EventStore {
  add(event: StoredEvent): void
}

interface EventContext {
  readonly newId: () => string
  /** Id of the caller, or `system`. */
  readonly creator: string
  readonly now: string
}

/** Completes a reported event for the store. */
export function storedEvent(event: NewEvent, { newId, creator, now }: EventContext): StoredEvent {
  return {
    id: event.id ?? newId(),
    parent_id: event.parent_id ?? null,
    user_id: event.user_id,
    eventable_type: event.eventable_type,
    eventable_id: event.eventable_id,
    event_type: event.event_type,
    name: event.name,
    label: event.label ?? null,
    value: event.value ?? null,
    creator,
    event_time: event.event_time ?? now,
  }
}
