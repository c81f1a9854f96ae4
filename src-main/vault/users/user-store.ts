import type { User } from '../../../shared/contract/users.ts'

/** A user as stored. */
export interface StoredUser extends Omit<User, 'track_events' | 'track_usage' | 'accepted_terms'> {
  readonly accepted_terms: 0 | 1
  /** Exactly as received; null for agents and child users. */
  readonly login_public_key: string | null
}

export interface NewUser {
  readonly id: string
  readonly login_public_key: string
  readonly login_key_fingerprint: string
  readonly joined_at: string
}

/** The user that acts for an organization or service; nobody logs in as it with a key of its own. */
export interface NewAgent {
  readonly id: string
  readonly user_type: 'organization_agent' | 'service_agent'
  /** Name of the organization or service. */
  readonly full_name: string
  readonly joined_at: string
}

/** What PUT /me changes. */
export type UserProfile = Pick<
  StoredUser,
  'id' | 'country' | 'email' | 'full_name' | 'private_dek_external_id' | 'onboarded_at'
>

/** Who logs in with a public key. */
export interface LoginKeyOwner {
  readonly id: string
  readonly login_public_key: string
  /** The linked key-store user. */
  readonly keystore_user_id: string | null
}

export interface UserStore {
  add(user: NewUser): void
  addAgent(agent: NewAgent): void
  findById(id: string): StoredUser | undefined
  /** The human whose login key has this fingerprint. */
  findLoginKeyOwner(fingerprint: string): LoginKeyOwner | undefined
  /** Whether anybody, of whatever kind, has this login key. */
  hasLoginKey(fingerprint: string): boolean
  updateProfile(profile: UserProfile): void
  setQueuedForDeletionAfter(id: string, time: string | null): void
  /** When the first user in the deletion queue is due; null when nobody is in it but last owners of organizations. */
  earliestDeletion(): string | null
  /** Ids of users whose time in the deletion queue ended by then; last owners of organizations are left out. */
  idsDueForDeletion(by: string): readonly string[]
  /**
   * Deletes the user with everything that belongs to it (vault contract 4.7). The linked key-store account stays, and
   * so do the sessions it was signed in with; they no longer open the vault.
   */
  deleteWithEverything(id: string): void
}
