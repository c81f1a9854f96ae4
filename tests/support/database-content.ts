import type { Connection } from '../../src-main/sqlite/database.ts'

/**
 * Counters of failed attempts are written although the call is refused, and the day of use although the call only
 * reads; everything else must stay as it was.
 */
const TRACES = JSON.stringify(['failed_attempts', 'session_uses'])

/** Every row of every table as text: equal before and after a refused call, and a reading one. */
export function databaseContent(connection: Connection): string {
  const tables = connection
    .prepare<[string], string>(
      /* sql */ `
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name NOT IN (SELECT value FROM json_each(?)) ORDER BY name`,
    )
    .pluck()
    .all(TRACES)
  return tables
    .map((table) => `${table}\n${JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all(), undefined, 1)}`)
    .join('\n')
}
