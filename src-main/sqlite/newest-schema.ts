import type { Connection } from './database.ts'
import { schemaVersion } from './migrate.ts'

/**
 * The schema after all steps, as one text. The build inserts it (vite.config.ts), because running the steps takes four
 * times as long. It is missing when Node runs the sources.
 */
const NEWEST_SCHEMA: string | undefined = undefined

/** Creates the tables of a new database. Without the text, and for an existing database, `migrate` does it. */
export function createNewestSchema(connection: Connection, schema: string | undefined = NEWEST_SCHEMA): void {
  if (schema === undefined || schemaVersion(connection) !== 0) return
  connection.transaction(() => connection.exec(schema)).immediate()
}

/**
 * The statements that create the tables, indexes and triggers of a database and set the number of its last step.
 *
 * @throws {Error} if there are rows, which these statements would not restore
 */
export function schemaOf(connection: Connection): string {
  const statements = connection.prepare<[], string>(/* sql */ `
    SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
    ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, rowid
  `)
  const tables = connection.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  for (const table of tables) {
    const row = connection.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get()
    if (row !== undefined) throw new Error(`the table ${table} has rows, which a schema does not contain`)
  }
  return [...statements.pluck().all(), `PRAGMA user_version = ${schemaVersion(connection)}`].join(';\n')
}
