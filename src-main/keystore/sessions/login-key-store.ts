/** A login key as stored: the key itself only as a hash. */
export interface StoredLoginKey {
  readonly id: string
  readonly keystore_user_id: string
  readonly label: string
  readonly created_at: string
  readonly expire_at: string | null
}

export interface LoginKeyStore {
  add(loginKey: StoredLoginKey & { readonly key_hash: Uint8Array }): void
  findByHash(keyHash: Uint8Array): StoredLoginKey | undefined
  idsOf(keystoreUserId: string): readonly string[]
  /** Deletes the login keys of a user but for those named. */
  deleteAllBut(keystoreUserId: string, keptIds: readonly string[]): void
}
