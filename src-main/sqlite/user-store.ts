import type { LoginKeyOwner, StoredUser, UserStore } from '../vault/users/user-store.ts'
import type { Connection } from './database.ts'
import { isLastOwnerSql } from './organization-member-store.ts'

/** Rows of a user that no foreign key takes along, as table and column. Everything else cascades from `users`. */
const ROWS_WITHOUT_FOREIGN_KEY = [['events', 'user_id']] as const

/** Users of the vault on SQLite. */
export function sqliteUserStore(connection: Connection): UserStore {
  const insert = connection.prepare(/* sql */ `
    INSERT INTO users (id, user_type, login_public_key, login_key_fingerprint, joined_at)
    VALUES (@id, 'human', @login_public_key, @login_key_fingerprint, @joined_at)
  `)
  const insertAgent = connection.prepare(/* sql */ `
    INSERT INTO users (id, user_type, full_name, joined_at) VALUES (@id, @user_type, @full_name, @joined_at)
  `)
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
  const update = connection.prepare(/* sql */ `
    UPDATE users SET country = @country, email = @email, full_name = @full_name,
      private_dek_external_id = @private_dek_external_id, onboarded_at = @onboarded_at
    WHERE id = @id
  `)
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
    add: (user) => void insert.run(user),
    addAgent: (agent) => void insertAgent.run(agent),
    findById: (id) => byId.get(id),
    findLoginKeyOwner: (fingerprint) => ownerOfLoginKey.get(fingerprint),
    hasLoginKey: (fingerprint) => anyWithLoginKey.get(fingerprint) !== undefined,
    updateProfile: (profile) => void update.run(profile),
    setQueuedForDeletionAfter: (id, time) => void queue.run(time, id),
    earliestDeletion: () => earliest.get() ?? null,
    idsDueForDeletion: (by) => due.all(by),
    deleteWithEverything(id) {
      for (const deletion of deletions) deletion.run(id)
    },
  }
}
