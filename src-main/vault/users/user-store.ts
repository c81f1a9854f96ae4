import type { User } from '../../../shared/contract/users.ts'
import { assigned, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { isLastOwnerSql } from './last-owner-sql.ts'

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
  readonly full_name: string
  readonly joined_at: string
}

/** The fields that PUT /me changes. */
export type UserProfile = Pick<
  StoredUser,
  'id' | 'country' | 'email' | 'full_name' | 'private_dek_external_id' | 'onboarded_at'
>

/** A user who logs in with a public key. */
export interface LoginKeyOwner {
  readonly id: string
  readonly login_public_key: string
  readonly keystore_user_id: string | null
}

/**
 * Tables with many rows of a user, in an order in which they can be deleted, each with its column and the number of
 * rows that one deletion takes along. Events have no foreign key; everything else cascades from `users`.
 */
const ROWS_OF_USER = [
  ['items', 'user_id', 10],
  ['events', 'user_id', 1],
  ['client_tasks', 'user_id', 1],
  ['invitations', 'user_id', 3],
  ['item_templates', 'user_id', 5],
  ['classification_nodes', 'user_id', 1],
  ['attachments', 'user_id', 10],
  ['attachments_folders', 'user_id', 10],
  ['blobs', 'user_id', 3],
  ['wallet_credentials', 'owner_id', 1],
  ['wallet_runs', 'owner_id', 1],
] as const

export type UserStore = ReturnType<typeof userStore>

export function userStore(connection: Connection) {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO users (id, user_type, login_public_key, login_key_fingerprint, joined_at)
    VALUES (@id, 'human', @login_public_key, @login_key_fingerprint, @joined_at)
  `)
  const insertAgent = connection.prepare(`INSERT INTO users ${inserted('id, user_type, full_name, joined_at')}`)
  const byId = connection.prepare<[string], StoredUser>(/* sql */ `
    SELECT id, full_name, email, country, timezone, joined_at, onboarded_at, accepted_terms, private_dek_external_id,
      queued_for_deletion_after, user_type, login_public_key
    FROM users WHERE id = ? AND leaving_since IS NULL
  `)
  const loginKeyOwner = (column: 'login_key_fingerprint' | 'users.id') =>
    connection.prepare<[string], LoginKeyOwner>(/* sql */ `
      SELECT users.id, login_public_key, keystore_users.id AS keystore_user_id
      FROM users LEFT JOIN keystore_users ON keystore_users.vault_user_id = users.id
      WHERE ${column} = ? AND login_key_fingerprint IS NOT NULL AND user_type = 'human'
    `)
  const ownerOfLoginKey = loginKeyOwner('login_key_fingerprint')
  const ownerById = loginKeyOwner('users.id')
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
      `SELECT id FROM users WHERE queued_for_deletion_after <= ? AND NOT ${isLastOwnerSql('users.id')} ORDER BY +id`,
    )
    .pluck()
  return {
    add: (user: NewUser) => void insert.run(user),
    /** Adds a user who cannot log in. */
    addChild: (child: Pick<NewUser, 'id' | 'joined_at'>) =>
      void insert.run({ ...child, login_public_key: null, login_key_fingerprint: null }),
    addAgent: (agent: NewAgent) => void insertAgent.run(agent),
    findById: (id: string) => byId.get(id),
    /** The human whose login key has this fingerprint. */
    findLoginKeyOwner: (fingerprint: string) => ownerOfLoginKey.get(fingerprint),
    /** The human with this id, if it has a login key. */
    findLoginKeyOwnerById: (id: string) => ownerById.get(id),
    /** Whether anybody, of whatever kind, has this login key. */
    hasLoginKey: (fingerprint: string) => anyWithLoginKey.get(fingerprint) !== undefined,
    updateProfile: (profile: UserProfile) => void update.run(profile),
    setQueuedForDeletionAfter: (id: string, time: string | null) => void queue.run(time, id),
    /** When the first user in the deletion queue is due; null when nobody is in it but last owners of organizations. */
    earliestDeletion: () => earliest.get() ?? null,
    /** Ids of users whose time in the deletion queue ended by then; last owners of organizations are left out. */
    idsDueForDeletion: (by: string): readonly string[] => due.all(by),
    ...deletionStatements(connection),
  }
}

function deletionStatements(connection: Connection) {
  const endingsOfAccess = [
    'DELETE FROM session_uses WHERE user_id = ?',
    // Otherwise they would cascade, although the key-store account they belong to stays.
    "UPDATE sessions SET vault_user_id = NULL WHERE vault_user_id = ? AND issued_by = 'keystore'",
    'DELETE FROM sessions WHERE vault_user_id = ?',
    'UPDATE keystore_users SET vault_user_id = NULL WHERE vault_user_id = ?',
    'UPDATE oidc_identities SET vault_user_id = NULL WHERE vault_user_id = ?',
  ].map((sql) => connection.prepare<[string]>(sql))
  const markLeaving = connection.prepare<[string, string]>(/* sql */ `
    UPDATE users SET leaving_since = ?, login_public_key = NULL, login_key_fingerprint = NULL, full_name = NULL,
      email = '', country = NULL, timezone = NULL, queued_for_deletion_after = NULL
    WHERE id = ?
  `)
  const firstLeaving = connection.prepare<[], { readonly id: string; readonly leaving_since: string }>(
    'SELECT id, leaving_since FROM users WHERE leaving_since IS NOT NULL ORDER BY leaving_since LIMIT 1',
  )
  const rowsInParts = ROWS_OF_USER.map(([table, column, rows]) => {
    const some = connection.prepare<[string, number]>(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${column} = ? LIMIT ?)`,
    )
    return { rows, remove: (id: string, atMost: number): number => some.run(id, atMost).changes }
  })
  const remove = connection.prepare<[string]>('DELETE FROM users WHERE id = ?')
  return {
    /** Ends every access to this user. The linked key-store account stays, with the sessions of its own logins. */
    beginLeaving(id: string, now: string) {
      for (const statement of endingsOfAccess) statement.run(id)
      markLeaving.run(now, id)
    },
    /** The first deleted user of whom there are still rows. */
    firstLeaving: () => firstLeaving.get(),
    /** Tables with many rows of a user. `remove` deletes at most the given number and returns how many. */
    rowsInParts,
    /** Deletes the user with everything that is left (docs/contract/vault.md, Users: deleting). */
    deleteWithEverything: (id: string) => void remove.run(id),
  }
}
