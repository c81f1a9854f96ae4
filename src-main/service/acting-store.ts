import type { Connection } from '../sqlite/database.ts'
import type { DelegationLookups, FoundDelegation } from './acting-for-another.ts'

interface Row extends Pick<FoundDelegation, 'token' | 'role'> {
  readonly for_child: 0 | 1
  readonly owner_vault: string | null
  readonly owner_keystore: string | null
  readonly delegate_vault: string | null
  readonly delegate_keystore: string | null
}

const IN_KEYSTORE = /* sql */ `
  SELECT d.delegation_token AS token, d.delegation_role AS role, o.vault_user_id AS owner_vault,
    o.id AS owner_keystore, g.vault_user_id AS delegate_vault, g.id AS delegate_keystore,
    EXISTS (SELECT 1 FROM child_users WHERE user_id = o.vault_user_id) AS for_child
  FROM delegations d
  JOIN keystore_users o ON o.id = d.account_owner_id
  JOIN keystore_users g ON g.id = d.delegate_id
  WHERE d.claimed_at IS NOT NULL AND d.verified = 1
`

/** Finds delegations in SQLite with one look-up by key. */
export function sqliteDelegationLookups(connection: Connection): DelegationLookups {
  const inVault = connection.prepare<[string, string], Row>(/* sql */ `
    SELECT c.delegation_token AS token, c.delegation_role AS role, c.other_user_id AS owner_vault,
      o.id AS owner_keystore, c.user_id AS delegate_vault, g.id AS delegate_keystore,
      EXISTS (SELECT 1 FROM child_users WHERE user_id = c.other_user_id) AS for_child
    FROM connections c
    LEFT JOIN keystore_users o ON o.vault_user_id = c.other_user_id
    LEFT JOIN keystore_users g ON g.vault_user_id = c.user_id
    WHERE c.user_id = ? AND c.other_user_id = ? AND c.connection_type = 'delegate'
  `)
  const inKeystore = connection.prepare<[string, string], Row>(
    `${IN_KEYSTORE} AND d.delegate_id = ? AND o.vault_user_id = ? ORDER BY d.claimed_at DESC LIMIT 1`,
  )
  const byToken = connection.prepare<[string], Row>(`${IN_KEYSTORE} AND d.delegation_token = ?`)
  return {
    inVault: (delegateId, accountOwnerId) => found(inVault.get(delegateId, accountOwnerId)),
    inKeystore: (delegateId, accountOwnerId) => found(inKeystore.get(delegateId, accountOwnerId)),
    byToken: (token) => found(byToken.get(token)),
  }
}

function found(row: Row | undefined): FoundDelegation | undefined {
  return (
    row && {
      token: row.token,
      role: row.role,
      forChild: row.for_child === 1,
      accountOwner: { vaultUserId: row.owner_vault, keystoreUserId: row.owner_keystore },
      delegate: { vaultUserId: row.delegate_vault, keystoreUserId: row.delegate_keystore },
    }
  )
}
