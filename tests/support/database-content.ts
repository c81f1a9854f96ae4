import type { Connection } from '../../src-main/sqlite/database.ts'

/** Counters of failed attempts are written although the call is refused; everything else must stay as it was. */
const CHANGED_BY_REFUSALS = 'failed_attempts'

/** Every row of every table as text: equal before and after a refused call. */
export function databaseContent(connection: Connection): string {
  const tables = connection
    .prepare<[string], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ? ORDER BY name",
    )
    .pluck()
    .all(CHANGED_BY_REFUSALS)
  return tables
    .map((table) => `${table}\n${JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all(), undefined, 1)}`)
    .join('\n')
}
