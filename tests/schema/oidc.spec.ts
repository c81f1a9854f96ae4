// Proves docs/contract/workbench.md, Tables; docs/contract/keystore.md, OpenID Connect.

import { describe, expect, it } from 'vitest'
import { fillAccounts, newDatabase, planOf } from '../support/service/database.ts'

const columns = '(id, issuer, subject, keystore_user_id, vault_user_id, carried_over, created_at)'

function withIdentities() {
  const connection = newDatabase()
  fillAccounts(connection)
  connection.exec(`INSERT INTO oidc_identities ${columns} VALUES
    ('both', 'a', 'ada', 'ks-1', 'vault-1', 0, '2026'), ('vault', 'b', 'ada', NULL, 'vault-1', 1, '2026')`)
  return connection
}

describe('identities', () => {
  it('are one for each issuer and subject', () => {
    const insert = `INSERT INTO oidc_identities ${columns} VALUES ('x', 'a', 'ada', 'ks-1', NULL, 0, '2026')`
    expect(() => withIdentities().exec(insert)).toThrow('UNIQUE')
  })

  it('stay with one account, and go with the last', () => {
    const connection = withIdentities()
    const ids = () => connection.prepare('SELECT id FROM oidc_identities').pluck().all()
    connection.exec("DELETE FROM users WHERE id = 'vault-1'")
    expect(ids()).toEqual(['both'])
    connection.exec("DELETE FROM keystore_users WHERE id = 'ks-1'")
    expect(ids()).toEqual([])
  })

  it.each([
    ['SELECT * FROM oidc_identities WHERE issuer = @issuer AND subject = @subject', 'sqlite_autoindex'],
    ['SELECT * FROM oidc_identities WHERE subject = @subject', 'oidc_identities_by_subject'],
    ['DELETE FROM users WHERE id = @id', 'PRIMARY KEY'],
  ])('%s reads by an index', (sql, index) => {
    expect(planOf(sql, 'x').join(' ')).toContain(index)
  })
})
