// Proves docs/contract/vault.md, Usage numbers.

import { expect, it } from 'vitest'
import { openDatabase } from '../../sqlite/database.ts'
import { slotSizesSql } from './metrics-store.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'

it.each(['', 'AND i.user_id = @userId'])(
  'bytes in slots %s › are found through the files, not through all slots',
  (of) => {
    const connection = openDatabase({ path: ':memory:' })
    migrate(connection, MIGRATIONS)
    const plan = connection
      .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${slotSizesSql(of)}`)
      .all(of === '' ? {} : { userId: 'x' })
      .map(({ detail }) => detail)
      .join('\n')
    connection.close()

    expect(plan).toContain('SEARCH s USING COVERING INDEX slots_by_attachment')
    expect(plan).toContain('SEARCH s USING COVERING INDEX slots_by_folder')
    expect(plan).not.toMatch(/SCAN [si]\b/)
  },
)
