// Proves docs/contract/workbench.md, Earlier versions.

import { expect, it } from 'vitest'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

it('migration 0090 deletion queues › leaves every row, and who is due next is found without reading all users', () => {
  const connection = databaseBefore(90)
  fillAccounts(connection)
  const before = contentOf(connection, tableNames(connection))

  expect(migrateTo(connection, 90)).toBe(90)

  expect(contentOf(connection, tableNames(connection))).toEqual(before)
  for (const table of ['users', 'keystore_users']) {
    const plan = connection
      .prepare<[], { readonly detail: string }>(
        `EXPLAIN QUERY PLAN SELECT min(queued_for_deletion_after) FROM ${table} WHERE queued_for_deletion_after IS NOT NULL`,
      )
      .all()
    expect(plan.map(({ detail }) => detail)).toEqual([
      `SEARCH ${table} USING COVERING INDEX ${table}_by_deletion (queued_for_deletion_after>?)`,
    ])
  }
})
