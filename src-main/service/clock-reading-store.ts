import type { Connection } from '../sqlite/database.ts'
import type { ClockReadingStore } from './erasure-clock.ts'

/** On SQLite, in a row of its own. */
export function sqliteClockReadingStore(connection: Connection): ClockReadingStore {
  const read = connection.prepare<[], number>('SELECT reading_ms FROM clock_readings').pluck()
  const write = connection.prepare<[number]>(/* sql */ `
    INSERT INTO clock_readings (id, reading_ms) VALUES (1, ?)
    ON CONFLICT (id) DO UPDATE SET reading_ms = excluded.reading_ms
  `)
  return { read: () => read.get(), write: (readingMs) => void write.run(readingMs) }
}
