import type { LoginKeyStore, StoredLoginKey } from '../keystore/sessions/login-key-store.ts'
import type { Connection } from './database.ts'

/** Login keys on SQLite. */
export function sqliteLoginKeyStore(connection: Connection): LoginKeyStore {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO login_keys (key_hash, id, keystore_user_id, label, created_at, expire_at)
    VALUES (@key_hash, @id, @keystore_user_id, @label, @created_at, @expire_at)
  `)
  const byHash = connection.prepare<[Uint8Array], StoredLoginKey>(
    'SELECT id, keystore_user_id, label, created_at, expire_at FROM login_keys WHERE key_hash = ?',
  )
  const ids = connection.prepare<[string], string>('SELECT id FROM login_keys WHERE keystore_user_id = ?').pluck()
  const deleteOthers = connection.prepare<[string, string]>(
    'DELETE FROM login_keys WHERE keystore_user_id = ? AND id NOT IN (SELECT value FROM json_each(?))',
  )
  return {
    add: (loginKey) => void insert.run(loginKey),
    findByHash: (keyHash) => byHash.get(keyHash),
    idsOf: (keystoreUserId) => ids.all(keystoreUserId),
    deleteAllBut: (keystoreUserId, keptIds) => void deleteOthers.run(keystoreUserId, JSON.stringify(keptIds)),
  }
}
