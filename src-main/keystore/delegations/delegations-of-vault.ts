import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { newDelegation } from './delegation-rules.ts'
import type { DelegationStore } from './delegation-store.ts'

interface Terms {
  readonly vaultUserId: string
  readonly role: DelegationRole
}

interface DelegationsOfVaultDependencies {
  readonly delegations: DelegationStore
  readonly accounts: Pick<AccountStore, 'findByVaultUser' | 'delete'>
  readonly newToken: () => string
}

/**
 * What the vault calls for delegations, in the same transaction (docs/contract/keystore.md, Delegations: the vault).
 */
export function createDelegationsOfVault({ delegations, accounts, newToken }: DelegationsOfVaultDependencies) {
  return {
    isOffered({ token, role, vaultUserId, now }: Terms & { readonly token: string; readonly now: string }): boolean {
      const found = delegations.find(token)
      if (found === undefined || found.vault_account_owner_id !== vaultUserId) return false
      return found.claimed_at === null && found.delegation_role === role && found.expire_at > now
    },
    create({ vaultUserId, role, nowMs }: Terms & { readonly nowMs: number }): string | undefined {
      const owner = accounts.findByVaultUser(vaultUserId)
      if (owner === undefined) return undefined
      const token = newToken()
      const offer = { token, accountOwnerId: owner.id, vaultAccountOwnerId: vaultUserId, role, nowMs }
      delegations.add(newDelegation(offer))
      return token
    },
    setRole(token: string, role: DelegationRole): void {
      const found = delegations.find(token)
      if (found !== undefined) delegations.update({ ...found, delegation_role: role })
    },
    delete: (token: string) => {
      delegations.delete(token)
    },
    grantedBy(vaultUserId: string): readonly string[] {
      const owner = accounts.findByVaultUser(vaultUserId)
      return owner === undefined ? [] : delegations.grantedBy(owner.id).map((one) => one.delegation_token)
    },
    isTakenOver: (token: string) => delegations.find(token)?.is_connection_key === 0,
    hasOtherOwner: (vaultUserId: string, token: string) => delegations.hasOtherOwner(vaultUserId, token),
    deleteAccountOf(vaultUserId: string): void {
      const account = accounts.findByVaultUser(vaultUserId)
      if (account !== undefined) accounts.delete(account.id)
    },
  }
}
