import type { EventPurgeStore } from '../service/event-purge.ts'
import type { Connection } from './database.ts'

/**
 * Finds old events by key: ids are UUIDs of version 7 and never carry an earlier time than their event, so only the
 * beginning of the table is read. An id that got ahead of a clock that was set back only makes its event stay longer.
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

/** Smaller than every id of that millisecond: the first 48 bits of a UUID of version 7 are Unix milliseconds. */
function firstIdOf(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`
}
