import type { OidcIdentityRow } from '../../../shared/contract/workbench-oidc.ts'
import type { InTransaction } from '../../service/ports.ts'
import type { IdentityStore } from './identity-store.ts'
import type { IssuerBook } from './issuer-book.ts'

/** What only the workbench may do with OpenID Connect. */
export interface OidcAdministration {
  readonly issuers: IssuerBook
  /** Whoever has come with a token, the earliest first. */
  identities(): readonly OidcIdentityRow[]
  /** The next token of that subject is as a first one. @returns false where there is none of this id */
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
