// Proves docs/contract/workbench.md, Earlier versions.

import { describe, expect, it } from 'vitest'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

describe('migration 0210 agent invitations', () => {
  it('adds its table and leaves every row', () => {
    const connection = databaseBefore(210)
    fillAccounts(connection)
    const tables = tableNames(connection)
    const before = contentOf(connection, tables)

    expect(migrateTo(connection, 210)).toBe(210)

    expect(contentOf(connection, tables)).toEqual(before)
    expect(tableNames(connection).filter((name) => !tables.includes(name))).toEqual(['agent_invitations'])
  })
})
