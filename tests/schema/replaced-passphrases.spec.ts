// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { fillAccounts, newDatabase } from '../support/service/database.ts'

describe('replaced passphrases', () => {
  it('has one of a user, which goes with the user', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    const insert = connection.prepare("INSERT INTO replaced_passphrases VALUES (?, x'00', '2026')")
    insert.run('ks-1')
    expect(() => insert.run('ks-1')).toThrow('UNIQUE')
    expect(() => insert.run('nobody')).toThrow('FOREIGN KEY')
    connection.exec("DELETE FROM keystore_users WHERE id = 'ks-1'")
    expect(connection.prepare('SELECT count(*) FROM replaced_passphrases').pluck().get()).toBe(0)
  })
})
