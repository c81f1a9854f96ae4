// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { contentOf, fillAccounts, newDatabase } from '../support/service/database.ts'

describe('accounts', () => {
  it('keeps users apart by username, vault user and login key', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    const duplicate = (sql: string) => () => connection.prepare(sql).run()
    expect(duplicate("INSERT INTO keystore_users (id, username, created_at) VALUES ('ks-2', 'ada', '2026')")).toThrow(
      'keystore_users.username',
    )
    expect(
      duplicate("INSERT INTO keystore_users (id, vault_user_id, created_at) VALUES ('ks-2', 'vault-1', '2026')"),
    ).toThrow('keystore_users.vault_user_id')
    expect(duplicate("INSERT INTO admission_tokens VALUES (x'09', 'at-2', x'', 'ks-1', NULL, '2026')")).toThrow(
      'admission_tokens.keystore_user_id',
    )
  })

  it('lets sessions and keys go with their user, and unlinks the other part', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    connection.exec("DELETE FROM users WHERE id = 'vault-1'")
    expect(contentOf(connection, ['sessions', 'users'])).toEqual({ sessions: [], users: [] })
    expect(connection.prepare('SELECT vault_user_id FROM keystore_users').pluck().all()).toEqual([null])
    connection.exec("DELETE FROM keystore_users WHERE id = 'ks-1'")
    expect(contentOf(connection, ['admission_tokens', 'login_keys'])).toEqual({ admission_tokens: [], login_keys: [] })
  })

  it('refuses values of another type', () => {
    const connection = newDatabase()
    expect(() => connection.exec("INSERT INTO failed_attempts VALUES ('srp:ada', 'now')")).toThrow('INTEGER')
    expect(() => connection.exec("INSERT INTO users (id, user_type) VALUES ('vault-1', 'human')")).toThrow('joined_at')
  })
})
