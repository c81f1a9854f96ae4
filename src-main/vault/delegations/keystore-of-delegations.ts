import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'

/** The vault's calls to the key store, in the same transaction (docs/contract/keystore.md, Delegations: the vault). */
export interface KeystoreOfDelegations {
  /** Whether the token is that of a delegation of this vault user, of this role, that can still be claimed. */
  isOffered(offer: {
    readonly token: string
    readonly role: DelegationRole
    readonly vaultUserId: string
    readonly now: string
  }): boolean
  /** A delegation of this vault user. @returns its token; undefined for a user without an account in the key-store */
  create(offer: {
    readonly vaultUserId: string
    readonly role: DelegationRole
    readonly nowMs: number
  }): string | undefined
  setRole(token: string, role: DelegationRole): void
  delete(token: string): void
  /** Tokens of the delegations a vault user granted, also of those without a connection. */
  grantedBy(vaultUserId: string): readonly string[]
  /** Whether the delegate has the account owner's key under the own one. */
  isTakenOver(token: string): boolean
  /** Whether another owner than by this delegation can open the account of a vault user. */
  hasOtherOwner(vaultUserId: string, token: string): boolean
  /** Deletes the account of a child user: nobody could log in to it. */
  deleteAccountOf(vaultUserId: string): void
}
