import type { OidcIdentityRow } from '../../../shared/contract/workbench-oidc.ts'
import type { InTransaction } from '../../service/ports.ts'
import type { IdentityStore } from './identity-store.ts'
import type { IssuerBook } from './issuer-book.ts'

/** The workbench's functions for OpenID Connect. */
export interface OidcAdministration {
  readonly issuers: IssuerBook
  /** The users who signed in with a token, oldest first. */
  identities(): readonly OidcIdentityRow[]
  /**
   * Removes an identity, so that the next token of its subject counts as its first. @returns false for an unknown id
   */
  removeIdentity(id: string): boolean
  readonly inTransaction: InTransaction
}

export function createOidcAdministration(
  issuers: IssuerBook,
  store: Pick<IdentityStore, 'list' | 'remove'>,
  inTransaction: InTransaction,
): OidcAdministration {
  return {
    issuers,
    identities: () => store.list().map(({ carried_over, ...row }) => ({ ...row, carried_over: carried_over === 1 })),
    removeIdentity: (id) => store.remove(id),
    inTransaction,
  }
}
