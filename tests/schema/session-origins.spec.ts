// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

describe('session origins', () => {
  it('lets a session go with the one it was made in', () => {
    const connection = newDatabase()
    fillAccounts(connection)
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
