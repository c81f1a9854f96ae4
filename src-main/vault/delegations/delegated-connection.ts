import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { StoredConnection } from '../connections/connection-store.ts'

/** The terms of a delegation. */
export interface DelegationTerms {
  readonly token: string
  readonly role: DelegationRole
}

/** The delegation of a connection, read from either side. */
export interface DelegatedConnection extends DelegationTerms {
  readonly accountOwnerId: string
  readonly delegateId: string
  /** The id of the owner's side, like that of the delegate's side below. */
  readonly ownerSideId: string
  readonly delegateSideId: string
}

/** The delegation of a connection; undefined for every other connection. */
export function delegationOf(side: StoredConnection): DelegatedConnection | undefined {
  const { delegation_token: token, delegation_role: role } = side
  if (token === null || role === null) return undefined
  const own = { userId: side.user_id, sideId: side.id }
  const other = { userId: side.other_user_id, sideId: side.other_id }
  const [delegate, owner] = side.connection_type === 'delegate' ? [own, other] : [other, own]
  return {
    token,
    role,
    accountOwnerId: owner.userId,
    delegateId: delegate.userId,
    ownerSideId: owner.sideId,
    delegateSideId: delegate.sideId,
  }
}

export function isPlain({ connection_type, other_connection_type }: StoredConnection): boolean {
  return connection_type === null && other_connection_type === null
}
