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
  findDataEncryptionKey(keystoreUserId: string, id: string): StoredDataEncryptionKey | undefined
  deleteDataEncryptionKey(keystoreUserId: string, id: string): void
  /** Whether the vault user's items hang on this data-encryption key. */
  isPrivateKeyOf(vaultUserId: string, id: string): boolean
}
