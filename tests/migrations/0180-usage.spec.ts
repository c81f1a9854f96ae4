// Proves docs/contract/workbench.md, Earlier versions.

import { describe, expect, it } from 'vitest'
import { contentOf, databaseBefore, fillAccounts, migrateTo, tableNames } from '../support/service/migration-steps.ts'

describe('migration 0180 usage', () => {
  it('begins with the days on which known sessions began, and leaves every row', () => {
    const connection = databaseBefore(180)
    fillAccounts(connection)
    connection.exec(/* sql */ `
      INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, valid_from, valid_till)
        VALUES (x'0a', 'session-2', 'vault', 'vault-1', '2026-02-03T00:00:00.000Z', '2026-02-04T00:00:00.000Z');
      INSERT INTO sessions (token_hash, id, issued_by, valid_from, valid_till)
        VALUES (x'0b', 'session-3', 'keystore', '2026-02-03T00:00:00.000Z', '2026-02-04T00:00:00.000Z');
    `)
    const tables = tableNames(connection)
    const before = contentOf(connection, tables)

    expect(migrateTo(connection, 180)).toBe(180)

    expect(contentOf(connection, tables)).toEqual(before)
    expect(connection.prepare('SELECT * FROM session_uses').raw().all()).toEqual([['vault-1', '2026-02-03']])
  })

  it('gives files a size, which is 0 for those of which it is not known', () => {
    const connection = databaseBefore(180)
    fillAccounts(connection)
    connection.exec(/* sql */ `
      INSERT INTO attachments (id, user_id) VALUES ('file-1', 'vault-1');
      INSERT INTO attachments_folders (id, user_id) VALUES ('folder-1', 'vault-1');
    `)

    migrateTo(connection, 180)

    expect(contentOf(connection, ['attachments', 'attachments_folders'])).toEqual({
      attachments: [{ id: 'file-1', user_id: 'vault-1', byte_size: 0 }],
      attachments_folders: [{ id: 'folder-1', user_id: 'vault-1', byte_size: 0 }],
    })
  })
})
