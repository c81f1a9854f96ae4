/** A key-store user. `username`, salt and verifier are null for users who cannot log in with SRP. */
export interface KeystoreAccount {
  readonly id: string
  readonly username: string | null
  readonly srp_salt: string | null
  readonly srp_verifier: string | null
  readonly vault_user_id: string | null
  readonly created_at: string
  readonly queued_for_deletion_after: string | null
}

/** Key-store users and the usernames that were reserved for new ones. */
export interface AccountStore {
  add(account: KeystoreAccount): void
  findById(id: string): KeystoreAccount | undefined
  findByUsername(username: string): KeystoreAccount | undefined
  replaceVerifier(id: string, srp: { readonly srp_salt: string; readonly srp_verifier: string }): void
  setQueuedForDeletionAfter(id: string, time: string | null): void
  reserveUsername(username: string, expiresAt: string): void
  /** When the reservation of a username ends or ended; undefined when there is none. */
  reservationEnd(username: string): string | undefined
  dropReservation(username: string): void
}
