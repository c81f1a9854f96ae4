// Proves docs/contract/keystore.md, Deletion queue.

import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../sqlite/database.ts'
import type { Connection } from '../../sqlite/database.ts'
import { keystorePurgeStore } from './keystore-purge-store.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { MIGRATIONS } from '../../sqlite/migrations/all.ts'
import { purgeKeystore } from './keystore-purge.ts'

const NOW = '2026-02-01T00:00:00.000Z'
const A_MS_AGO = '2026-01-31T23:59:59.999Z'
const IN_A_MS = '2026-02-01T00:00:00.001Z'
const KEY_TABLES = [
  'key_encryption_keys',
  'data_encryption_keys',
  'passphrase_derivation_artefacts',
  'key_pairs',
  'key_pair_identifiers',
  'admission_tokens',
  'login_keys',
]

function database(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  return connection
}

function addUser(connection: Connection, id: string, queuedForDeletionAfter: string | null): void {
  connection
    .prepare('INSERT INTO keystore_users (id, username, created_at, queued_for_deletion_after) VALUES (?, ?, ?, ?)')
    .run(id, id, A_MS_AGO, queuedForDeletionAfter)
  connection.exec(/* sql */ `
    INSERT INTO key_encryption_keys VALUES ('${id}', 'kek of ${id}', 'wrapped', '${NOW}');
    INSERT INTO data_encryption_keys VALUES ('dek of ${id}', '${id}', 'wrapped', '${NOW}');
    INSERT INTO passphrase_derivation_artefacts VALUES ('${id}', 'pda of ${id}', 'x', 'y', '${NOW}');
    INSERT INTO key_pairs VALUES ('pair of ${id}', '${id}', 'public', 'wrapped', '{}', '${NOW}');
    INSERT INTO key_pair_identifiers VALUES ('${id}', 'auth', 'pair of ${id}', 0);
    INSERT INTO admission_tokens VALUES (CAST('at ${id}' AS BLOB), 'at of ${id}', x'00', '${id}', NULL, '${NOW}');
    INSERT INTO login_keys VALUES (CAST('lk ${id}' AS BLOB), 'lk of ${id}', '${id}', 'label', '${NOW}', NULL);
  `)
}

function addSession(connection: Connection, id: string, validTill: string, keystoreUserId: string | null = null): void {
  connection
    .prepare(/* sql */ `
      INSERT INTO sessions (token_hash, id, issued_by, keystore_user_id, valid_from, valid_till)
      VALUES (CAST(? AS BLOB), ?, 'keystore', ?, ?, ?)
    `)
    .run(id, id, keystoreUserId, A_MS_AGO, validTill)
}

describe('purgeKeystore', () => {
  const purge = (connection: Connection) => purgeKeystore(keystorePurgeStore(connection), Date.parse(NOW))

  it('deletes users whose waiting time is over, with sessions and all keys', () => {
    const connection = database()
    addUser(connection, 'due', NOW)
    addUser(connection, 'waiting', IN_A_MS)
    addUser(connection, 'staying', null)
    for (const id of ['due', 'waiting', 'staying']) addSession(connection, `session of ${id}`, IN_A_MS, id)

    expect(purge(connection)).toMatchObject({ users: 1, sessions: 0 })
    const column = (sql: string) => connection.prepare(sql).pluck().all()
    expect(column('SELECT id FROM keystore_users ORDER BY id')).toEqual(['staying', 'waiting'])
    expect(column('SELECT id FROM sessions ORDER BY id')).toEqual(['session of staying', 'session of waiting'])
    for (const table of KEY_TABLES) {
      expect(column(`SELECT keystore_user_id FROM ${table} ORDER BY 1`)).toEqual(['staying', 'waiting'])
    }
  })

  it('deletes sessions that ended 7 days ago, of either part', () => {
    const connection = database()
    addSession(connection, 'long ended', '2026-01-25T00:00:00.000Z')
    addSession(connection, 'ended', '2026-01-25T00:00:00.001Z')
    addSession(connection, 'valid', IN_A_MS)
    expect(purge(connection)).toMatchObject({ sessions: 1 })
    expect(connection.prepare('SELECT id FROM sessions ORDER BY id').pluck().all()).toEqual(['ended', 'valid'])
  })

  it('deletes replaced passphrases that cannot be restored any more', () => {
    const connection = database()
    for (const [id, keptTill] of [
      ['ended', NOW],
      ['kept', IN_A_MS],
    ] as const) {
      addUser(connection, id, null)
      connection.prepare("INSERT INTO replaced_passphrases VALUES (?, x'00', ?)").run(id, keptTill)
    }
    expect(purge(connection)).toMatchObject({ users: 0, keptPassphrases: 1 })
    expect(connection.prepare('SELECT keystore_user_id FROM replaced_passphrases').pluck().all()).toEqual(['kept'])
  })

  it('deletes reservations that ended and failures that no longer count', () => {
    const connection = database()
    const reserve = connection.prepare('INSERT INTO reserved_usernames VALUES (?, ?)')
    reserve.run('ended', NOW)
    reserve.run('kept', IN_A_MS)
    const fail = connection.prepare('INSERT INTO failed_attempts VALUES (?, ?)')
    fail.run('old', Date.parse('2026-01-31T00:00:00.000Z'))
    fail.run('young', Date.parse('2026-01-31T00:00:00.001Z'))
    fail.run('of a clock that was wrong', Date.parse(IN_A_MS))
    expect(purge(connection)).toEqual({ users: 0, sessions: 0, reservations: 1, keptPassphrases: 0, failedAttempts: 2 })
    expect(connection.prepare('SELECT username FROM reserved_usernames').pluck().all()).toEqual(['kept'])
    expect(connection.prepare('SELECT key FROM failed_attempts').pluck().all()).toEqual(['young'])
    expect(purge(connection)).toEqual({ users: 0, sessions: 0, reservations: 0, keptPassphrases: 0, failedAttempts: 0 })
  })
})
