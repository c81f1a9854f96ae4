import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { Principal, Session, SessionOpening, UserCall } from './call.ts'

/** The ways to open a session that prove the owner's presence, as a program or a copied token cannot. */
const OPENED_BY_OWNER: readonly SessionOpening[] = ['passphrase', 'public_key']

/**
 * Requires a session that the owner opened, so that a token that was stolen, made for another program or issued for a
 * login key does not suffice to take over or delete an account.
 *
 * @throws {ServiceError} `session_not_sufficient`
 */
export function requireOwnerSession({ opened_by }: Pick<Session, 'opened_by'>): void {
  if (OPENED_BY_OWNER.includes(opened_by)) return
  throw new ServiceError(
    'session_not_sufficient',
    'Log in with the passphrase: a token of an identity provider, a session of a login key, or one that was made in another, may not do this.',
  )
}

/**
 * Requires a session that may delete a whole account (docs/security.md, What a token may destroy). The token of an
 * identity provider suffices if its user has no passphrase, and so no other way to log in. No delegate may delete one,
 * except a parent for a child.
 *
 * @throws {ServiceError} `session_not_sufficient`
 */
export function requireGuard(
  { guard }: Operation,
  { session, caller, delegation }: Pick<UserCall, 'session' | 'caller' | 'delegation'>,
  hasPassphrase: (caller: Principal) => boolean,
): void {
  if (guard?.by !== 'session') return
  if (delegation !== null && !delegation.forChild) {
    throw new ServiceError('session_not_sufficient', 'Only the account owner may do this, and a parent for a child.')
  }
  if (session.opened_by === 'member') return // its handler refuses to delete an agent
  if (session.opened_by === 'oidc' && !hasPassphrase(caller)) return
  requireOwnerSession(session)
}
