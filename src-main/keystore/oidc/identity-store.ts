import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A subject of an issuer, with at least one account of the user. */
export interface StoredIdentity {
  readonly id: string
  readonly issuer: string
  readonly subject: string
  readonly keystore_user_id: string | null
  readonly vault_user_id: string | null
  readonly carried_over: 0 | 1
  readonly created_at: string
}

/** The accounts of one person. */
export type Accounts = Pick<StoredIdentity, 'keystore_user_id' | 'vault_user_id'>

/** An identity in a list. */
export interface ListedIdentity extends StoredIdentity {
  /** The name of the vault user; null if there is no vault user, or it has no name. */
  readonly full_name: string | null
}

export type IdentityStore = ReturnType<typeof identityStore>

/** Identities of OpenID Connect on SQLite. */
export function identityStore(connection: Connection) {
  const columns = 'id, issuer, subject, keystore_user_id, vault_user_id, carried_over, created_at'
  const insert = connection.prepare(`INSERT INTO oidc_identities ${inserted(columns)}`)
  const find = connection.prepare<[string, string], StoredIdentity>(
    `SELECT ${columns} FROM oidc_identities WHERE issuer = ? AND subject = ?`,
  )
  const bySubject = connection.prepare<[string], StoredIdentity>(
    `SELECT ${columns} FROM oidc_identities WHERE subject = ?`,
  )
  const issuers = connection
    .prepare<Accounts, string>(
      `SELECT DISTINCT issuer FROM oidc_identities
       WHERE keystore_user_id = @keystore_user_id OR vault_user_id = @vault_user_id`,
    )
    .pluck()
  const accounts = connection.prepare<{ readonly id: string }, Accounts>(/* sql */ `
    SELECT keystore_users.id AS keystore_user_id, users.id AS vault_user_id
    FROM users LEFT JOIN keystore_users ON keystore_users.vault_user_id = users.id
    WHERE users.id = @id
    UNION
    SELECT id, vault_user_id FROM keystore_users WHERE id = @id
  `)
  const reachedByOthers = connection.prepare<Accounts>(/* sql */ `
    SELECT 1 FROM child_users WHERE user_id = @vault_user_id
    UNION ALL
    SELECT 1 FROM users WHERE id = @vault_user_id AND user_type <> 'human'
  `)
  const linkIdentities = connection.prepare<Accounts>(/* sql */ `
    UPDATE oidc_identities SET keystore_user_id = @keystore_user_id, vault_user_id = @vault_user_id
    WHERE keystore_user_id = @keystore_user_id OR vault_user_id = @vault_user_id
  `)
  const linkUsers = connection.prepare<Accounts>(
    'UPDATE keystore_users SET vault_user_id = @vault_user_id WHERE id = @keystore_user_id',
  )
  const addVaultUser = connection.prepare(/* sql */ `
    INSERT INTO users (id, user_type, full_name, email, joined_at) VALUES (@id, 'human', @full_name, @email, @joined_at)
  `)
  const list = connection.prepare<[], ListedIdentity>(/* sql */ `
    SELECT oidc_identities.*, users.full_name FROM oidc_identities LEFT JOIN users ON users.id = vault_user_id
    ORDER BY oidc_identities.created_at, oidc_identities.id
  `)
  const remove = connection.prepare<[string]>('DELETE FROM oidc_identities WHERE id = ?')
  return {
    add: (identity: StoredIdentity) => void insert.run(identity),
    find: (issuer: string, subject: string) => find.get(issuer, subject),
    /** The identities with this subject, of any issuer. */
    findBySubject: (subject: string): readonly StoredIdentity[] => bySubject.all(subject),
    /** The accounts of the user with this vault or key-store id. */
    findAccounts: (id: string) => accounts.get({ id }),
    /** Whether others act as this user: parents for a child without a login, or members for an agent. */
    isRepresented: ({ keystore_user_id, vault_user_id }: Accounts) =>
      reachedByOthers.get({ keystore_user_id, vault_user_id }) !== undefined,
    /** The issuers whose tokens a person has used. */
    issuersOf: (accounts: Accounts): readonly string[] => issuers.all(accounts),
    addVaultUser: (user: {
      readonly id: string
      readonly full_name: string | null
      readonly email: string
      readonly joined_at: string
    }) => void addVaultUser.run(user),
    /** Links two accounts, and all identities of either. */
    link(keystoreUserId: string, vaultUserId: string) {
      const both = { keystore_user_id: keystoreUserId, vault_user_id: vaultUserId }
      linkUsers.run(both)
      linkIdentities.run(both)
    },
    list: (): readonly ListedIdentity[] => list.all(),
    /** @returns false if there is none */
    remove: (id: string) => remove.run(id).changes > 0,
  }
}
