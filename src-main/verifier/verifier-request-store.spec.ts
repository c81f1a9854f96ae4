// Proves docs/contract/verifier.md, Requests.

import { describe, expect, it } from 'vitest'
import { openDatabase } from '../sqlite/database.ts'
import { migrate } from '../sqlite/migrate.ts'
import { MIGRATIONS } from '../sqlite/migrations/all.ts'
import { requestPageSql } from './verifier-request-store.ts'

/** How SQLite will read, one line a step. */
function planOf(sql: string): string {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  const parameters: Record<string, string> = {}
  for (const [, name = ''] of sql.matchAll(/@(\w+)/g)) parameters[name] = '[]'
  const steps = connection.prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(parameters)
  connection.close()
  return steps.map(({ detail }) => detail).join('\n')
}

describe('pages of verifier requests', () => {
  it.each([
    ['all', requestPageSql({}, false), 'verifier_requests_in_order'],
    ['the next page', requestPageSql({}, true), 'verifier_requests_in_order'],
    ['by state', requestPageSql({ states: ['waiting'] }, true), 'verifier_requests_in_order'],
    ['by definition', requestPageSql({ definition_id: 'd' }, true), 'verifier_requests_by_definition'],
  ])('%s › are read in the order of an index, without sorting', (_, sql, index) => {
    const plan = planOf(sql)

    expect(plan).toContain(`USING INDEX ${index}`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
