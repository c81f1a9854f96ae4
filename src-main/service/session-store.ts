import type { SessionUseStore } from './session-uses.ts'
import { inserted } from '../sqlite/columns.ts'
import type { Connection } from '../sqlite/database.ts'
import type { StoredSession } from './authenticate.ts'
import type { Principal } from './call.ts'
import type { ClockReadingStore } from './erasure-clock.ts'
import type { SessionStore } from './sessions.ts'

/** Stores in SQLite the last day on which each user made a call. */
export function sqliteSessionUseStore(connection: Connection): SessionUseStore {
  const note = connection.prepare<{ readonly userId: string; readonly day: string }>(/* sql */ `
    INSERT INTO session_uses (user_id, last_used_on) SELECT id, @day FROM users WHERE id = @userId
    ON CONFLICT (user_id) DO UPDATE SET last_used_on = excluded.last_used_on
  `)
  return { noteUse: (userId, day) => void note.run({ userId, day }) }
}

/** Stores the newest reading of the clock in SQLite, in a table of one row. */
export function sqliteClockReadingStore(connection: Connection): ClockReadingStore {
  const read = connection.prepare<[], number>('SELECT reading_ms FROM clock_readings').pluck()
  const write = connection.prepare<[number]>(/* sql */ `
    INSERT INTO clock_readings (id, reading_ms) VALUES (1, ?)
    ON CONFLICT (id) DO UPDATE SET reading_ms = excluded.reading_ms
  `)
  return { read: () => read.get(), write: (readingMs) => void write.run(readingMs) }
}

export function sqliteSessionStore(connection: Connection): SessionStore {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO sessions ${inserted(`token_hash, id, issued_by, vault_user_id, keystore_user_id, valid_from, valid_till,
      client_identifier, timezone, opened_by, parent_session_id, delegation_token`)}
  `)
  const inherit = connection.prepare<[string, string]>(/* sql */ `
    INSERT INTO agent_sessions (session_id, organization_member_id)
    SELECT ?, organization_member_id FROM agent_sessions WHERE session_id = ?
  `)
  const tree = connection
    .prepare<[string], string>(/* sql */ `
      WITH RECURSIVE ending (id) AS (
        VALUES (?)
        UNION
        SELECT sessions.id FROM sessions JOIN ending ON sessions.parent_session_id = ending.id
      )
      SELECT id FROM ending JOIN sessions USING (id)
    `)
    .pluck()
  // The foreign key also deletes the sessions opened within it.
  const deleteOne = connection.prepare<[string]>('DELETE FROM sessions WHERE id = ?')
  const OF_PRINCIPAL = '(vault_user_id = @vaultUserId OR keystore_user_id = @keystoreUserId) AND id IS NOT @exceptId'
  // Keeps the excepted session alive if it was opened within one of the deleted sessions.
  const detach = connection.prepare<Principal & { exceptId: string | null }>(/* sql */ `
    UPDATE sessions SET parent_session_id = NULL
    WHERE id = @exceptId AND parent_session_id IN (SELECT id FROM sessions WHERE ${OF_PRINCIPAL})
  `)
  const byDelegation = connection.prepare<[string], Pick<StoredSession, 'id' | 'vault_user_id'>>(
    'SELECT id, vault_user_id FROM sessions WHERE delegation_token = ?',
  )
  const deleteByDelegation = connection.prepare<[string]>('DELETE FROM sessions WHERE delegation_token = ?')
  const idsOf = connection
    .prepare<Principal & { exceptId: string | null }, string>(`SELECT id FROM sessions WHERE ${OF_PRINCIPAL}`)
    .pluck()
  const deleteMany = connection.prepare<Principal & { exceptId: string | null }>(
    `DELETE FROM sessions WHERE ${OF_PRINCIPAL}`,
  )
  const link = connection.prepare<{ keystoreUserId: string; vaultUserId: string }>(
    'UPDATE sessions SET vault_user_id = @vaultUserId WHERE keystore_user_id = @keystoreUserId',
  )
  const earliest = connection.prepare<[], string | null>('SELECT min(valid_till) FROM sessions WHERE ended = 0').pluck()
  const end = connection.prepare<[string]>('UPDATE sessions SET ended = 1 WHERE ended = 0 AND valid_till <= ?')
  return {
    earliestEnd: () => earliest.get() ?? null,
    endUntil: (time) => void end.run(time),
    add: (session) => void insert.run(session),
    inheritOpener: (id, fromId) => void inherit.run(id, fromId),
    deleteById(id) {
      const ending = tree.all(id)
      deleteOne.run(id)
      return ending
    },
    deleteAllOf(principal, exceptId) {
      const selection = { ...principal, exceptId: exceptId ?? null }
      detach.run(selection)
      // The ids are read first, because RETURNING omits rows that the foreign key deletes.
      const ending = idsOf.all(selection)
      deleteMany.run(selection)
      return ending
    },
    deleteAllByDelegation(token) {
      const ending = byDelegation.all(token)
      deleteByDelegation.run(token)
      return ending
    },
    linkVaultUser: (keystoreUserId, vaultUserId) => void link.run({ keystoreUserId, vaultUserId }),
  }
}
