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
function database(): Connection {
  const connection = openDatabase({ path: ':memory:' })
  migrate(connection, MIGRATIONS)
  return connection
}

function addUser(connection: Connection, id: string): void {
  connection.prepare('INSERT INTO keystore_users (id, username, created_at) VALUES (?, ?, ?)').run(id, id, A_MS_AGO)
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
  const purge = (connection: Connection) =>
    purgeKeystore(keystorePurgeStore(connection), Date.parse(NOW), Date.parse(NOW))

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
      addUser(connection, id)
      connection.prepare("INSERT INTO replaced_passphrases VALUES (?, x'00', ?)").run(id, keptTill)
    }
    expect(purge(connection)).toMatchObject({ keptPassphrases: 1 })
    expect(connection.prepare('SELECT keystore_user_id FROM replaced_passphrases').pluck().all()).toEqual(['kept'])
  })

  it('deletes failures that no longer count', () => {
    const connection = database()
    const fail = connection.prepare('INSERT INTO failed_attempts VALUES (?, ?)')
    fail.run('old', Date.parse('2026-01-31T00:00:00.000Z'))
    fail.run('young', Date.parse('2026-01-31T00:00:00.001Z'))
    fail.run('of a clock that was wrong', Date.parse(IN_A_MS))
    expect(purge(connection)).toEqual({ sessions: 0, keptPassphrases: 0, failedAttempts: 2 })
    expect(connection.prepare('SELECT key FROM failed_attempts').pluck().all()).toEqual(['young'])
    expect(purge(connection)).toEqual({ sessions: 0, keptPassphrases: 0, failedAttempts: 0 })
  })
})
