import type { User } from '../../../shared/contract/users.ts'
import { assigned, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { isLastOwnerSql } from '../organizations/last-owner-sql.ts'

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

/** Rows of a user that no foreign key takes along, as table and column. Everything else cascades from `users`. */
const ROWS_WITHOUT_FOREIGN_KEY = [['events', 'user_id']] as const

export type UserStore = ReturnType<typeof userStore>

/** Users of the vault on SQLite. */
export function userStore(connection: Connection) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO users (id, user_type, login_public_key, login_key_fingerprint, joined_at)
    VALUES (@id, 'human', @login_public_key, @login_key_fingerprint, @joined_at)
  `)
  const insertAgent = connection.prepare(`INSERT INTO users ${inserted('id, user_type, full_name, joined_at')}`)
  const byId = connection.prepare<[string], StoredUser>(/* sql */ `
    SELECT id, full_name, email, country, timezone, joined_at, onboarded_at, accepted_terms, private_dek_external_id,
      queued_for_deletion_after, user_type, login_public_key
    FROM users WHERE id = ?
  `)
  const ownerOfLoginKey = connection.prepare<[string], LoginKeyOwner>(/* sql */ `
    SELECT users.id, login_public_key, keystore_users.id AS keystore_user_id
    FROM users LEFT JOIN keystore_users ON keystore_users.vault_user_id = users.id
    WHERE login_key_fingerprint = ? AND user_type = 'human'
  `)
  const anyWithLoginKey = connection.prepare<[string]>('SELECT 1 FROM users WHERE login_key_fingerprint = ?')
  const update = connection.prepare(
    `UPDATE users SET ${assigned('country, email, full_name, private_dek_external_id, onboarded_at')} WHERE id = @id`,
  )
  const queue = connection.prepare<[string | null, string]>(
    'UPDATE users SET queued_for_deletion_after = ? WHERE id = ?',
  )
  const earliest = connection
    .prepare<[], string | null>(
      `SELECT queued_for_deletion_after FROM users
       WHERE queued_for_deletion_after IS NOT NULL AND NOT ${isLastOwnerSql('users.id')}
       ORDER BY queued_for_deletion_after LIMIT 1`,
    )
    .pluck()
  const due = connection
    .prepare<[string], string>(
      `SELECT id FROM users WHERE queued_for_deletion_after <= ? AND NOT ${isLastOwnerSql('users.id')} ORDER BY id`,
    )
    .pluck()
  const deletions = [
    // Otherwise they would cascade, although the key-store account they belong to stays.
    "UPDATE sessions SET vault_user_id = NULL WHERE vault_user_id = ? AND issued_by = 'keystore'",
    'DELETE FROM users WHERE id = ?',
    ...ROWS_WITHOUT_FOREIGN_KEY.map(([table, column]) => `DELETE FROM ${table} WHERE ${column} = ?`),
  ].map((sql) => connection.prepare<[string]>(sql))
  return {
    add: (user: NewUser) => void insert.run(user),
    /** Somebody who cannot log in. */
    addChild: (child: Pick<NewUser, 'id' | 'joined_at'>) =>
      void insert.run({ ...child, login_public_key: null, login_key_fingerprint: null }),
    addAgent: (agent: NewAgent) => void insertAgent.run(agent),
    findById: (id: string) => byId.get(id),
    /** The human whose login key has this fingerprint. */
    findLoginKeyOwner: (fingerprint: string) => ownerOfLoginKey.get(fingerprint),
    /** Whether anybody, of whatever kind, has this login key. */
    hasLoginKey: (fingerprint: string) => anyWithLoginKey.get(fingerprint) !== undefined,
    updateProfile: (profile: UserProfile) => void update.run(profile),
    setQueuedForDeletionAfter: (id: string, time: string | null) => void queue.run(time, id),
    /** When the first user in the deletion queue is due; null when nobody is in it but last owners of organizations. */
    earliestDeletion: () => earliest.get() ?? null,
    /** Ids of users whose time in the deletion queue ended by then; last owners of organizations are left out. */
    idsDueForDeletion: (by: string): readonly string[] => due.all(by),
    /**
     * Deletes the user with everything that belongs to it (docs/contract/vault.md, Users: deleting). The linked
     * key-store account stays, and so do the sessions it was signed in with; they no longer open the vault.
     */
    deleteWithEverything(id: string) {
      for (const deletion of deletions) deletion.run(id)
    },
  }
}
