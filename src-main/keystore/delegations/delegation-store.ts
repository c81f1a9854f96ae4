import type { Delegation } from '../../../shared/contract/delegations.ts'
import { assigned, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A delegation as stored. */
export interface StoredDelegation extends Omit<
  Delegation,
  'verified' | 'vault_account_owner_id' | 'account_owner_kek_encrypted_with_connection_keypair'
> {
  /** A key-store user, like `delegate_id`. */
  readonly account_owner_id: string
  readonly delegate_id: string | null
  readonly verified: 0 | 1
  readonly is_connection_key: 0 | 1 | null
  readonly created_at: string
}

/** A delegation joined with fields of other tables. */
export interface ReadDelegation extends StoredDelegation {
  readonly vault_account_owner_id: string | null
}

const COLUMNS = `delegation_token, account_owner_id, delegate_id, delegation_role, claimed_at, expire_at,
  verification_attempted_at, verified, delegate_public_key, delegate_signature, is_connection_key, account_owner_kek,
  created_at`

const READ = /* sql */ `
  SELECT d.*, o.vault_user_id AS vault_account_owner_id
  FROM delegations d CROSS JOIN keystore_users o ON o.id = d.account_owner_id
`

export type DelegationStore = ReturnType<typeof delegationStore>

/** Delegations of the key-store on SQLite. */
export function delegationStore(connection: Connection) {
  const insert = connection.prepare<StoredDelegation>(`INSERT INTO delegations ${inserted(COLUMNS)}`)
  const update = connection.prepare<StoredDelegation>(/* sql */ `
    UPDATE delegations SET ${assigned(`delegate_id, delegation_role, claimed_at, verification_attempted_at, verified,
      delegate_public_key, delegate_signature, is_connection_key, account_owner_kek`)}
    WHERE delegation_token = @delegation_token
  `)
  const byToken = connection.prepare<[string], ReadDelegation>(`${READ} WHERE d.delegation_token = ?`)
  const ofBoth = connection.prepare<[string, string], ReadDelegation>(
    `${READ} WHERE d.delegate_id = ? AND o.vault_user_id = ? ORDER BY d.claimed_at DESC, d.created_at DESC LIMIT 1`,
  )
  const granted = connection.prepare<[string], ReadDelegation>(
    `${READ} WHERE d.account_owner_id = ? ORDER BY d.created_at, d.delegation_token`,
  )
  const received = connection.prepare<[string], ReadDelegation>(
    `${READ} WHERE d.delegate_id = ? ORDER BY d.created_at, d.delegation_token`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM delegations WHERE delegation_token = ?')
  const otherParent = connection.prepare<[string, string]>(/* sql */ `
    SELECT 1 FROM keystore_users o CROSS JOIN delegations d ON d.account_owner_id = o.id
    WHERE o.vault_user_id = ? AND d.delegation_token <> ? AND d.delegation_role = 'owner' AND d.verified = 1
      AND d.account_owner_kek IS NOT NULL
  `)
  return {
    add: ({ vault_account_owner_id: _read, ...delegation }: ReadDelegation) => void insert.run(delegation),
    /** Updates everything except the account owner and the time of expiry. */
    update: (delegation: StoredDelegation) => void update.run(delegation),
    find: (token: string) => byToken.get(token),
    /** The delegation of this vault user that the delegate claimed last. */
    findClaimed: (delegateId: string, vaultAccountOwnerId: string) => ofBoth.get(delegateId, vaultAccountOwnerId),
    grantedBy: (accountOwnerId: string): readonly ReadDelegation[] => granted.all(accountOwnerId),
    grantedTo: (delegateId: string): readonly ReadDelegation[] => received.all(delegateId),
    delete: (token: string) => void remove.run(token),
    /** Whether another delegate with the role `owner` can open the account of this vault user. */
    hasOtherOwner: (vaultUserId: string, token: string) => otherParent.get(vaultUserId, token) !== undefined,
  }
}
