/** The operator password of a workspace as stored. */
export interface OperatorPasswordStore {
  /** SHA-256 of the password that holds now; undefined: none was ever set. */
  hash(): Uint8Array | undefined
  /** The password sealed under the local key, where it is remembered. */
  sealed(): Uint8Array | undefined
  /** Replaces the password. What was remembered of the one before goes with it. */
  save(password: { readonly hash: Uint8Array; readonly sealed: Uint8Array | undefined }): void
  /** Remembers the password that holds now; undefined forgets it. */
  saveSealed(sealed: Uint8Array | undefined): void
}
