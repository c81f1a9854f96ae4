import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'

/**
 * What the vault calls in the key store, in the same transaction (docs/contract/keystore.md, Delegations: the vault).
 */
export interface KeystoreOfDelegations {
  /** Whether the token belongs to a delegation of this vault user with this role that can still be claimed. */
  isOffered(offer: {
    readonly token: string
    readonly role: DelegationRole
    readonly vaultUserId: string
    readonly now: string
  }): boolean
  /** Creates a delegation and returns its token; undefined for a user without a key-store account. */
  create(offer: {
    readonly vaultUserId: string
    readonly role: DelegationRole
    readonly nowMs: number
  }): string | undefined
  setRole(token: string, role: DelegationRole): void
  delete(token: string): void
  /** The tokens of the delegations that a vault user granted, even without a connection. */
  grantedBy(vaultUserId: string): readonly string[]
  /** Whether the delegate has encrypted the account owner's key under their own. */
  isTakenOver(token: string): boolean
  /** Whether another delegation with the role `owner` gives access to the account of a vault user. */
  hasOtherOwner(vaultUserId: string, token: string): boolean
  /** Deletes the key-store account of a child user. */
  deleteAccountOf(vaultUserId: string): void
}
