import type { AdmissionTokenStore, StoredAdmissionToken } from './admission-tokens.ts'
import { inserted } from '../sqlite/columns.ts'
import type { Connection } from '../sqlite/database.ts'

/** Admission tokens on SQLite. */
export function sqliteAdmissionTokenStore(connection: Connection): AdmissionTokenStore {
  const columns = 'id, sealed_token, keystore_user_id, used_by, created_at'
  const insert = connection.prepare(`INSERT INTO admission_tokens ${inserted(`token_hash, ${columns}`)}`)
  const byHash = connection.prepare<[Uint8Array], StoredAdmissionToken>(
    `SELECT ${columns} FROM admission_tokens WHERE token_hash = ?`,
  )
  const byKeystoreUser = connection.prepare<[string], StoredAdmissionToken>(
    `SELECT ${columns} FROM admission_tokens WHERE keystore_user_id = ?`,
  )
  const use = connection.prepare<[string, string]>(
    "UPDATE admission_tokens SET used_by = ?, sealed_token = x'' WHERE id = ?",
  )
  const remove = connection.prepare<[string]>('DELETE FROM admission_tokens WHERE id = ?')
  const link = connection.prepare<[string, string]>('UPDATE keystore_users SET vault_user_id = ? WHERE id = ?')
  return {
    add: (token) => void insert.run(token),
    findByHash: (tokenHash) => byHash.get(tokenHash),
    findOfKeystoreUser: (keystoreUserId) => byKeystoreUser.get(keystoreUserId),
    remove: (id) => void remove.run(id),
    markUsed(token, vaultUserId) {
      use.run(vaultUserId, token.id)
      if (token.keystore_user_id !== null) link.run(vaultUserId, token.keystore_user_id)
    },
  }
}
