import type { Connection } from '../../sqlite/database.ts'

/** Wrapped keys, opaque to the service. */
export interface StoredKeyEncryptionKey {
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

export interface EncryptionKeyStore {
  findKeyEncryptionKey(keystoreUserId: string): StoredKeyEncryptionKey | undefined
  /** Stores the one key-encryption key of a user; an earlier one is replaced and keeps its id. Answers the id. */
  putKeyEncryptionKey(key: StoredKeyEncryptionKey): string
  deleteKeyEncryptionKey(keystoreUserId: string): void
  addDataEncryptionKey(key: StoredDataEncryptionKey): void
  /** All of a user, in the order they were made. */
  findDataEncryptionKeys(keystoreUserId: string): readonly StoredDataEncryptionKey[]
  findDataEncryptionKey(keystoreUserId: string, id: string): StoredDataEncryptionKey | undefined
  deleteDataEncryptionKey(keystoreUserId: string, id: string): void
  /** Whether the vault user's items hang on this data-encryption key. */
  isPrivateKeyOf(vaultUserId: string, id: string): boolean
}

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
  const deksOf = connection.prepare<[string], StoredDataEncryptionKey>(/* sql */ `
    SELECT id, keystore_user_id, serialized_data_encryption_key, created_at
    FROM data_encryption_keys WHERE keystore_user_id = ? ORDER BY id
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
    findDataEncryptionKeys: (keystoreUserId) => deksOf.all(keystoreUserId),
    findDataEncryptionKey: (keystoreUserId, id) => findDek.get(id, keystoreUserId),
    deleteDataEncryptionKey: (keystoreUserId, id) => void deleteDek.run(id, keystoreUserId),
    isPrivateKeyOf: (vaultUserId, id) => isPrivate.get(vaultUserId, id) !== undefined,
  }
}
