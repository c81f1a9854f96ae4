import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

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

export type AccountStore = ReturnType<typeof accountStore>

/** Key-store users. */
export function accountStore(connection: Connection) {
  const columns = 'id, username, srp_salt, srp_verifier, vault_user_id, created_at, queued_for_deletion_after'
  const insert = connection.prepare(`INSERT INTO keystore_users ${inserted(columns)}`)
  const byId = connection.prepare<[string], KeystoreAccount>(`SELECT ${columns} FROM keystore_users WHERE id = ?`)
  const byVaultUser = connection.prepare<[string], KeystoreAccount>(
    `SELECT ${columns} FROM keystore_users WHERE vault_user_id = ?`,
  )
  const byUsername = connection.prepare<[string], KeystoreAccount>(
    `SELECT ${columns} FROM keystore_users WHERE username = ?`,
  )
  const setVerifier = connection.prepare<[string, string, string]>(
    'UPDATE keystore_users SET srp_salt = ?, srp_verifier = ? WHERE id = ?',
  )
  const giveLogin = connection.prepare(
    'UPDATE keystore_users SET username = @username, srp_salt = @srp_salt, srp_verifier = @srp_verifier WHERE id = @id',
  )
  const remove = connection.prepare<[string]>('DELETE FROM keystore_users WHERE id = ?')
  const setQueued = connection.prepare<[string | null, string]>(
    'UPDATE keystore_users SET queued_for_deletion_after = ? WHERE id = ?',
  )
  return {
    add: (account: KeystoreAccount) => void insert.run(account),
    findById: (id: string) => byId.get(id),
    /** The account that is linked to a vault user. */
    findByVaultUser: (vaultUserId: string) => byVaultUser.get(vaultUserId),
    findByUsername: (username: string) => byUsername.get(username),
    /** Adds a login for a user without one. */
    giveLogin: (
      id: string,
      login: { readonly username: string; readonly srp_salt: string; readonly srp_verifier: string },
    ) => void giveLogin.run({ id, ...login }),
    delete: (id: string) => void remove.run(id),
    replaceVerifier: (
      id: string,
      { srp_salt, srp_verifier }: { readonly srp_salt: string; readonly srp_verifier: string },
    ) => void setVerifier.run(srp_salt, srp_verifier, id),
    setQueuedForDeletionAfter: (id: string, time: string | null) => void setQueued.run(time, id),
  }
}
