import type { EventStore } from '../service/events.ts'
import type { Connection } from './database.ts'

/** Events on SQLite; written in the transaction of the change they report. */
export function sqliteEventStore(connection: Connection): EventStore {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO events (id, parent_id, user_id, creator, eventable_type, eventable_id, event_type, name, label, value, event_time)
    VALUES (@id, @parent_id, @user_id, @creator, @eventable_type, @eventable_id, @event_type, @name, @label, @value, @event_time)
  `)
  return {
    add(event) {
      insert.run({ ...event, value: event.value === null ? null : JSON.stringify(event.value) })
    },
  }
}
