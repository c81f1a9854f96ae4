import type { Connection } from '../../../src-main/sqlite/database.ts'

/**
 * Counters of failed attempts are written although the call is refused, and the day of use although the call only
 * reads; everything else must stay as it was.
 */
const TRACES = JSON.stringify(['failed_attempts', 'session_uses'])

/** What was read last; as long as no row of it was touched, that is still what is there. */
const lastRead = new WeakMap<Connection, { readonly stamp: string; readonly content: string }>()

/** Every row of every table as text: equal before and after a refused call, and a reading one. */
export function databaseContent(connection: Connection): string {
  const stamp = stampOf(connection)
  const last = lastRead.get(connection)
  if (last?.stamp === stamp) return last.content
  const content = readContent(connection)
  lastRead.set(connection, { stamp, content })
  return content
}

/** Rows this connection has inserted, changed or deleted so far, and whether another one has written. */
function stampOf(connection: Connection): string {
  const own = connection.prepare('SELECT total_changes()').pluck().get()
  return `${String(own)} ${String(connection.pragma('data_version', { simple: true }))}`
}

function readContent(connection: Connection): string {
  const tables = connection
    .prepare<[string], string>(/* sql */ `
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY name`)
    .pluck()
    .all(TRACES)
  return tables
    .map((table) => `${table}\n${JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all(), undefined, 1)}`)
    .join('\n')
}
