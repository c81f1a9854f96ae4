import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

interface StoredKeyEncryptionKey {
  readonly id: string
  readonly keystore_user_id: string
  readonly serialized_key_encryption_key: string
  readonly created_at: string
}

export interface StoredDataEncryptionKey {
  readonly id: string
  readonly keystore_user_id: string
  readonly serialized_data_encryption_key: string
  readonly created_at: string
}

const KEK_COLUMNS = 'id, keystore_user_id, serialized_key_encryption_key, created_at'
const DEK_COLUMNS = 'id, keystore_user_id, serialized_data_encryption_key, created_at'

export type EncryptionKeyStore = ReturnType<typeof encryptionKeyStore>

/** Wrapped keys on SQLite. */
export function encryptionKeyStore(connection: Connection) {
  const findKek = connection.prepare<[string], StoredKeyEncryptionKey>(
    `SELECT ${KEK_COLUMNS} FROM key_encryption_keys WHERE keystore_user_id = ?`,
  )
  const putKek = connection
    .prepare<[StoredKeyEncryptionKey], string>(/* sql */ `
      INSERT INTO key_encryption_keys ${inserted(KEK_COLUMNS)}
      ON CONFLICT (keystore_user_id)
      DO UPDATE SET serialized_key_encryption_key = excluded.serialized_key_encryption_key
      RETURNING id
    `)
    .pluck()
  const deleteKek = connection.prepare<[string]>('DELETE FROM key_encryption_keys WHERE keystore_user_id = ?')
  const insertDek = connection.prepare(`INSERT INTO data_encryption_keys ${inserted(DEK_COLUMNS)}`)
  const findDek = connection.prepare<[string, string], StoredDataEncryptionKey>(
    `SELECT ${DEK_COLUMNS} FROM data_encryption_keys WHERE id = ? AND keystore_user_id = ?`,
  )
  const deksOf = connection.prepare<[string], StoredDataEncryptionKey>(
    `SELECT ${DEK_COLUMNS} FROM data_encryption_keys WHERE keystore_user_id = ? ORDER BY id`,
  )
  const deleteDek = connection.prepare<[string, string]>(
    'DELETE FROM data_encryption_keys WHERE id = ? AND keystore_user_id = ?',
  )
  const isNeeded = connection.prepare<[string]>(/* sql */ `
    SELECT 1 FROM data_encryption_keys AS key
    LEFT JOIN keystore_users ON keystore_users.id = key.keystore_user_id
    LEFT JOIN users ON users.id = keystore_users.vault_user_id
    WHERE key.id = ? AND (key.kept = 1 OR lower(users.private_dek_external_id) = key.id)
  `)
  return {
    findKeyEncryptionKey: (keystoreUserId: string) => findKek.get(keystoreUserId),
    /** Stores the key-encryption key of a user, replacing an earlier one under the same id. Returns the id. */
    // An upsert with RETURNING always returns its row.
    putKeyEncryptionKey: (key: StoredKeyEncryptionKey) => putKek.get(key) ?? key.id,
    deleteKeyEncryptionKey: (keystoreUserId: string) => void deleteKek.run(keystoreUserId),
    addDataEncryptionKey: (key: StoredDataEncryptionKey) => void insertDek.run(key),
    /** All keys of a user, the oldest first. */
    findDataEncryptionKeys: (keystoreUserId: string): readonly StoredDataEncryptionKey[] => deksOf.all(keystoreUserId),
    findDataEncryptionKey: (keystoreUserId: string, id: string) => findDek.get(id, keystoreUserId),
    deleteDataEncryptionKey: (keystoreUserId: string, id: string) => void deleteDek.run(id, keystoreUserId),
    /** Whether this is or was a vault user's private data-encryption key, or the key of an agent. */
    isNeeded: (id: string) => isNeeded.get(id) !== undefined,
  }
}
