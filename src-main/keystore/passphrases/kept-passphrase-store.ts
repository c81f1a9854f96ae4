/** What a change of passphrase replaced, as stored. */
export interface StoredKeptPassphrase {
  readonly keystore_user_id: string
  /** Under the local key of the workspace. */
  readonly sealed: Uint8Array
  /** ISO time from which on it cannot be restored. */
  readonly kept_till: string
}

/** One row for each user whose change of passphrase can still be taken back. */
export interface KeptPassphraseStore {
  /** Takes the place of what was kept before. */
  put(kept: StoredKeptPassphrase): void
  find(keystoreUserId: string): StoredKeptPassphrase | undefined
  delete(keystoreUserId: string): void
}
