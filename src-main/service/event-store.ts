import type { EventPurgeStore } from './event-purge.ts'
import { inserted } from '../sqlite/columns.ts'
import type { Connection } from '../sqlite/database.ts'
import type { EventStore } from './emitted-events.ts'

/**
 * Finds old events by primary key, which reads only the beginning of the table. The time in an id, a UUID of version 7,
 * is never earlier than that of the event. If it is later, because the clock was set back, the event merely stays
 * longer.
 */
export function sqliteEventPurgeStore(connection: Connection): EventPurgeStore {
  const remove = connection.prepare<[string, string, number]>(/* sql */ `
    DELETE FROM events WHERE id IN (
      SELECT id FROM events WHERE id < ? AND event_time < ? ORDER BY id LIMIT ?
    )
  `)
  return {
    deleteBefore: (time, atMost) => remove.run(firstIdOf(time), time, atMost).changes,
  }
}

/** A text that sorts before every id of that millisecond, because a UUID of version 7 begins with Unix milliseconds. */
function firstIdOf(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`
}

/** Stores events in SQLite, in the transaction of the change they report. */
export function sqliteEventStore(connection: Connection): EventStore {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO events ${inserted(`id, parent_id, user_id, creator, eventable_type, eventable_id, event_type, name,
      label, value, event_time`)}
  `)
  return {
    add(event) {
      insert.run({ ...event, value: event.value === null ? null : JSON.stringify(event.value) })
    },
  }
}
