/** A user of the workspace as stored. What is sealed is sealed under the local key for this row. */
export interface StoredWorkbenchUser {
  readonly id: string
  readonly username: string
  readonly vault_user_id: string | null
  readonly full_name: string
  readonly email: string
  readonly user_type: 'human' | 'organization_agent' | 'service_agent'
  readonly colour: number
  readonly key_fingerprint: string | null
  /** False: registration was interrupted. */
  readonly registered: boolean
  readonly sealed_secret_string: Uint8Array
  readonly sealed_passphrase: Uint8Array | null
  readonly created_at: string
}

export interface WorkbenchUserStore {
  /** In the order they were added. */
  list(): readonly StoredWorkbenchUser[]
  find(id: string): StoredWorkbenchUser | undefined
  /** Adds or replaces. */
  save(user: StoredWorkbenchUser): void
  remove(id: string): void
}

/** What other programs authenticate with. Hashes only. */
export interface AccessKeyStore {
  /** Adds a subscription key; one of the same name is replaced. */
  saveSubscriptionKey(key: {
    readonly id: string
    readonly name: string
    readonly key_hash: Uint8Array
    readonly created_at: string
  }): void
}
