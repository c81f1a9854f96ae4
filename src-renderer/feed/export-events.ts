import type { Event } from '../../shared/contract/events.ts'
import { factsOf } from './event-facts.ts'
import type { RecordShape } from '../rows/export/records-file.ts'

/** An event and its sentence. */
export interface ToldEvent {
  readonly event: Event
  readonly sentence: string
  readonly who: string
}

const COLUMNS = [
  'event_time',
  'sentence',
  'name',
  'event_type',
  'creator',
  'creator_name',
  'eventable_type',
  'eventable_id',
  'label',
  'item_id',
  'share_id',
  'user_id',
  'id',
  'parent_id',
  'value',
] as const

/** The form of events in an exported file; JSON Lines have the service's own fields, and `sentence`. */
export const EVENT_SHAPE: RecordShape<ToldEvent, (typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  cells: cellsOf,
  line: ({ event, sentence }) => ({ ...event, sentence }),
}

function cellsOf({ event, sentence, who }: ToldEvent): Record<(typeof COLUMNS)[number], string | null | undefined> {
  const { itemId, shareId, personId } = factsOf(event)
  return {
    event_time: event.event_time,
    sentence,
    name: event.name,
    event_type: event.event_type,
    creator: event.creator,
    creator_name: who,
    eventable_type: event.eventable_type,
    eventable_id: event.eventable_id,
    label: event.label,
    item_id: itemId,
    share_id: shareId,
    user_id: personId,
    id: event.id,
    parent_id: event.parent_id,
    value: event.value === null ? null : JSON.stringify(event.value),
  }
}
