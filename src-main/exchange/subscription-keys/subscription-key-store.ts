/** What a key of this program is for; nobody else knows one of them. */
export type OwnPurpose = 'window' | 'verifier'

/** A subscription key as stored: its hash, never the key. */
export interface StoredSubscriptionKey {
  readonly id: string
  readonly name: string
  /** SHA-256. */
  readonly key_hash: Uint8Array
  readonly created_at: string
  /** Kept to the minute; null: not yet. */
  readonly last_used_at: string | null
  /** Null: a key of another program. */
  readonly purpose: OwnPurpose | null
  /** Of this program's own keys: the key under the local key. */
  readonly sealed_key: Uint8Array | null
}

export interface SubscriptionKeyStore {
  /** Oldest first, each with the number of definitions made with it. */
  list(): readonly (StoredSubscriptionKey & { readonly definitions: number })[]
  find(id: string): StoredSubscriptionKey | undefined
  findOwn(purpose: OwnPurpose): StoredSubscriptionKey | undefined
  add(key: StoredSubscriptionKey): void
  remove(id: string): void
  noteUse(id: string, at: string): void
}
