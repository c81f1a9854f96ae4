import type { Connection, Statement } from './database.ts'

/**
 * Prepares each SQL text only once. It is for statements combined from a fixed set of conditions, with all values as
 * parameters, so that the cache stays small.
 */
export function statementCache<Row>(connection: Connection): (sql: string) => Statement<object, Row> {
  const statements = new Map<string, Statement<object, Row>>()
  return (sql) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare<object, Row>(sql)
    statements.set(sql, statement)
    return statement
  }
}
