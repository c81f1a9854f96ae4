import type { SessionStore } from '../service/sessions.ts'
import type { Connection } from './database.ts'

export function sqliteSessionStore(connection: Connection): SessionStore {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, keystore_user_id, valid_from, valid_till, client_identifier, timezone)
    VALUES (@token_hash, @id, @issued_by, @vault_user_id, @keystore_user_id, @valid_from, @valid_till, @client_identifier, @timezone)
  `)
  const inherit = connection.prepare<[string, string]>(/* sql */ `
    INSERT INTO agent_sessions (session_id, organization_member_id)
    SELECT ?, organization_member_id FROM agent_sessions WHERE session_id = ?
  `)
  const deleteOne = connection.prepare<[string]>('DELETE FROM sessions WHERE id = ?')
  const deleteMany = connection
    .prepare<{ vaultUserId: string | null; keystoreUserId: string | null; exceptId: string | null }, string>(
      /* sql */ `
      DELETE FROM sessions
      WHERE (vault_user_id = @vaultUserId OR keystore_user_id = @keystoreUserId) AND id IS NOT @exceptId
      RETURNING id
    `,
    )
    .pluck()
  const link = connection.prepare<{ keystoreUserId: string; vaultUserId: string }>(
    'UPDATE sessions SET vault_user_id = @vaultUserId WHERE keystore_user_id = @keystoreUserId',
  )
  return {
    add: (session) => void insert.run(session),
    inheritOpener: (id, fromId) => void inherit.run(id, fromId),
    deleteById: (id) => void deleteOne.run(id),
    deleteAllOf: (principal, exceptId) => deleteMany.all({ ...principal, exceptId: exceptId ?? null }),
    linkVaultUser: (keystoreUserId, vaultUserId) => void link.run({ keystoreUserId, vaultUserId }),
  }
}
