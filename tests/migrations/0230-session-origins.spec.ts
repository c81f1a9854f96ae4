// Proves docs/contract/workbench.md, Earlier versions.

import { describe, expect, it } from 'vitest'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

describe('migration 0230 session origins', () => {
  it('leaves every row; what opened earlier sessions is not known', () => {
    const connection = databaseBefore(230)
    fillAccounts(connection)
    const tables = tableNames(connection).filter((name) => name !== 'sessions')
    const before = contentOf(connection, tables)
    const sessions = connection.prepare('SELECT * FROM sessions').all() as object[]
    expect(sessions).not.toEqual([])

    expect(migrateTo(connection, 230)).toBe(230)

    expect(contentOf(connection, tables)).toEqual(before)
    expect(connection.prepare('SELECT * FROM sessions').all()).toEqual(
      sessions.map((session) => ({ ...session, opened_by: null, parent_session_id: null })),
    )
  })

  it('lets a session go with the one it was made in', () => {
    const connection = databaseBefore(230)
    fillAccounts(connection)
    migrateTo(connection, 230)
    const insert = connection.prepare(/* sql */ `
      INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, valid_from, valid_till, opened_by, parent_session_id)
      VALUES (CAST(@id AS BLOB), @id, 'vault', 'vault-1', '2026', '2027', 'session', @parent)
    `)
    insert.run({ id: 'made', parent: null })
    insert.run({ id: 'made in made', parent: 'made' })
    expect(() => insert.run({ id: 'lost', parent: 'nobody' })).toThrow('FOREIGN KEY')
    connection.exec("DELETE FROM sessions WHERE id = 'made'")
    expect(connection.prepare("SELECT id FROM sessions WHERE id LIKE 'made%'").all()).toEqual([])
  })
})
