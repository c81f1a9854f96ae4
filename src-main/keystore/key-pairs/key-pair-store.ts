export interface StoredKeyPair {
  readonly id: string
  readonly keystore_user_id: string
  /** Byte for byte as received: published clients compare public keys as text. */
  readonly public_key: string
  readonly encrypted_serialized_key: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** In the order they were given. */
  readonly external_identifiers: readonly string[]
  readonly created_at: string
}

/** Which parts of a key pair change; absent ones stay. */
export interface KeyPairChange {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly external_identifiers?: readonly string[] | undefined
}

/** Key pairs; every look-up is within one user. */
export interface KeyPairStore {
  add(keyPair: StoredKeyPair): void
  findById(keystoreUserId: string, id: string): StoredKeyPair | undefined
  findByExternalIdentifier(keystoreUserId: string, externalIdentifier: string): StoredKeyPair | undefined
  update(keyPair: StoredKeyPair, change: KeyPairChange): void
  delete(keystoreUserId: string, id: string): void
}
