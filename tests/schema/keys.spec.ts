// Proves docs/contract/workbench.md, Tables.

import { describe, expect, it } from 'vitest'
import { contentOf, fillAccounts, newDatabase } from '../support/service/database.ts'

const NEW_TABLES = [
  'data_encryption_keys',
  'key_encryption_keys',
  'key_pair_identifiers',
  'key_pairs',
  'passphrase_derivation_artefacts',
]

const FILL = /* sql */ `
  INSERT INTO key_encryption_keys VALUES ('ks-1', 'kek-1', 'wrapped', '2026-01-01T00:00:00.000Z');
  INSERT INTO data_encryption_keys VALUES ('dek-1', 'ks-1', 'wrapped', '2026-01-01T00:00:00.000Z', 0);
  INSERT INTO passphrase_derivation_artefacts VALUES ('ks-1', 'pda-1', 'x', 'y', '2026-01-01T00:00:00.000Z');
  INSERT INTO key_pairs VALUES ('pair-1', 'ks-1', 'public', 'wrapped', '{}', '2026-01-01T00:00:00.000Z');
  INSERT INTO key_pair_identifiers VALUES ('ks-1', 'auth', 'pair-1', 0);
`

describe('keys', () => {
  it('keeps one key-encryption key per user and identifiers unique within a user', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    connection.exec(FILL)
    const second = (sql: string) => () => connection.prepare(sql).run()
    expect(second("INSERT INTO key_encryption_keys VALUES ('ks-1', 'kek-2', 'wrapped', '2026')")).toThrow('UNIQUE')
    expect(second("INSERT INTO key_pair_identifiers VALUES ('ks-1', 'auth', 'pair-1', 1)")).toThrow('UNIQUE')
    expect(second("INSERT INTO key_pair_identifiers VALUES ('ks-1', 'other', 'pair-2', 0)")).toThrow('FOREIGN KEY')
  })

  it('lets all keys go with their user, and identifiers with their key pair', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    connection.exec(FILL)
    connection.exec("DELETE FROM key_pairs WHERE id = 'pair-1'")
    expect(contentOf(connection, ['key_pair_identifiers'])).toEqual({ key_pair_identifiers: [] })
    connection.exec("DELETE FROM keystore_users WHERE id = 'ks-1'")
    expect(Object.values(contentOf(connection, NEW_TABLES)).flat()).toEqual([])
  })

  it('keeps a data key that a user or a key pair ever named, whichever of them is stored first', () => {
    const connection = newDatabase()
    fillAccounts(connection)
    connection.exec(FILL)
    const kept = () => connection.prepare("SELECT kept FROM data_encryption_keys WHERE id = 'dek-1'").pluck().get()
    const name = (id: string | null) =>
      connection.prepare("UPDATE users SET private_dek_external_id = ? WHERE id = 'vault-1'").run(id)
    const unkeep = () => connection.exec('UPDATE data_encryption_keys SET kept = 0')
    name('another')
    unkeep()
    name('a third')
    expect(kept()).toBe(0)
    name('DEK-1')
    expect(kept()).toBe(1)
    unkeep()
    name(null)
    expect(kept()).toBe(1)
    for (const metadata of ['{"data_encryption_key_id":"dek-1"}', '{}']) {
      unkeep()
      connection.prepare("UPDATE key_pairs SET metadata = ? WHERE id = 'pair-1'").run(metadata)
      expect(kept()).toBe(1)
    }
  })
})
