import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A stored login key, without the hash of the key itself. */
export interface StoredLoginKey {
  readonly id: string
  readonly keystore_user_id: string
  readonly label: string
  readonly created_at: string
  readonly expire_at: string | null
}

const COLUMNS = 'id, keystore_user_id, label, created_at, expire_at'

export type LoginKeyStore = ReturnType<typeof loginKeyStore>

/** Login keys on SQLite. */
export function loginKeyStore(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO login_keys ${inserted(`key_hash, ${COLUMNS}`)}`)
  const byHash = connection.prepare<[Uint8Array], StoredLoginKey>(
    `SELECT ${COLUMNS} FROM login_keys WHERE key_hash = ?`,
  )
  const ids = connection.prepare<[string], string>('SELECT id FROM login_keys WHERE keystore_user_id = ?').pluck()
  const deleteOthers = connection.prepare<[string, string]>(
    'DELETE FROM login_keys WHERE keystore_user_id = ? AND id NOT IN (SELECT value FROM json_each(?))',
  )
  return {
    add: (loginKey: StoredLoginKey & { readonly key_hash: Uint8Array }) => void insert.run(loginKey),
    findByHash: (keyHash: Uint8Array) => byHash.get(keyHash),
    idsOf: (keystoreUserId: string): readonly string[] => ids.all(keystoreUserId),
    /** Deletes the login keys of a user except these. */
    deleteAllBut: (keystoreUserId: string, keptIds: readonly string[]) =>
      void deleteOthers.run(keystoreUserId, JSON.stringify(keptIds)),
  }
}
