import type {
  EncryptionKeyStore,
  StoredDataEncryptionKey,
  StoredKeyEncryptionKey,
} from '../keystore/encryption-keys/encryption-key-store.ts'
import type { Connection } from './database.ts'

/** Wrapped keys on SQLite. */
export function sqliteEncryptionKeyStore(connection: Connection): EncryptionKeyStore {
  const findKek = connection.prepare<[string], StoredKeyEncryptionKey>(/* sql */ `
    SELECT id, keystore_user_id, serialized_key_encryption_key, created_at
    FROM key_encryption_keys WHERE keystore_user_id = ?
  `)
  const putKek = connection
    .prepare<[StoredKeyEncryptionKey], string>(
      /* sql */ `
      INSERT INTO key_encryption_keys (keystore_user_id, id, serialized_key_encryption_key, created_at)
      VALUES (@keystore_user_id, @id, @serialized_key_encryption_key, @created_at)
      ON CONFLICT (keystore_user_id)
      DO UPDATE SET serialized_key_encryption_key = excluded.serialized_key_encryption_key
      RETURNING id
    `,
    )
    .pluck()
  const deleteKek = connection.prepare<[string]>('DELETE FROM key_encryption_keys WHERE keystore_user_id = ?')
  const insertDek = connection.prepare(/* sql */ `
    INSERT INTO data_encryption_keys (id, keystore_user_id, serialized_data_encryption_key, created_at)
    VALUES (@id, @keystore_user_id, @serialized_data_encryption_key, @created_at)
  `)
  const findDek = connection.prepare<[string, string], StoredDataEncryptionKey>(/* sql */ `
    SELECT id, keystore_user_id, serialized_data_encryption_key, created_at
    FROM data_encryption_keys WHERE id = ? AND keystore_user_id = ?
  `)
  const deleteDek = connection.prepare<[string, string]>(
    'DELETE FROM data_encryption_keys WHERE id = ? AND keystore_user_id = ?',
  )
  const isPrivate = connection.prepare<[string, string]>(
    'SELECT 1 FROM users WHERE id = ? AND lower(private_dek_external_id) = ?',
  )
  return {
    findKeyEncryptionKey: (keystoreUserId) => findKek.get(keystoreUserId),
    // An upsert with RETURNING always answers its row.
    putKeyEncryptionKey: (key) => putKek.get(key) ?? key.id,
    deleteKeyEncryptionKey: (keystoreUserId) => void deleteKek.run(keystoreUserId),
    addDataEncryptionKey: (key) => void insertDek.run(key),
    findDataEncryptionKey: (keystoreUserId, id) => findDek.get(id, keystoreUserId),
    deleteDataEncryptionKey: (keystoreUserId, id) => void deleteDek.run(id, keystoreUserId),
    isPrivateKeyOf: (vaultUserId, id) => isPrivate.get(vaultUserId, id) !== undefined,
  }
}
