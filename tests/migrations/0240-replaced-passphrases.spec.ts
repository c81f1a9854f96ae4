// Proves docs/contract/workbench.md, Earlier versions.

import { describe, expect, it } from 'vitest'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

describe('migration 0240 replaced passphrases', () => {
  it('leaves every row and adds a table, whose rows go with their user', () => {
    const connection = databaseBefore(240)
    fillAccounts(connection)
    const tables = tableNames(connection)
    const before = contentOf(connection, tables)

    expect(migrateTo(connection, 240)).toBe(240)

    expect(contentOf(connection, tables)).toEqual(before)
    expect(tableNames(connection)).toEqual([...tables, 'replaced_passphrases'].sort())
    const insert = connection.prepare("INSERT INTO replaced_passphrases VALUES (?, x'00', '2026')")
    insert.run('ks-1')
    expect(() => insert.run('ks-1')).toThrow('UNIQUE')
    expect(() => insert.run('nobody')).toThrow('FOREIGN KEY')
    connection.exec("DELETE FROM keystore_users WHERE id = 'ks-1'")
    expect(connection.prepare('SELECT count(*) FROM replaced_passphrases').pluck().get()).toBe(0)
  })
})
