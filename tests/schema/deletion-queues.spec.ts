// Proves docs/contract/workbench.md, Tables.

import { expect, it } from 'vitest'
import { newDatabase } from '../support/service/database.ts'

it('deletion queues › who is due next is found without reading all users', () => {
  const connection = newDatabase()

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
