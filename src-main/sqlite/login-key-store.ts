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
  return {
    add: (loginKey) => void insert.run(loginKey),
    findByHash: (keyHash) => byHash.get(keyHash),
  }
}
