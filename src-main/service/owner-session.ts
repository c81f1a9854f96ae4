import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { Principal, Session, SessionOpening, UserCall } from './call.ts'

/** What a session was opened with that may do everything: its owner was there, and not a program or a copy. */
const OPENED_BY_OWNER: readonly SessionOpening[] = ['passphrase', 'public_key']

/**
 * A token that was glimpsed, made for another program or of a login key must be enough neither to take an account over
 * nor to take it away.
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
 * Whether a session may take a whole account away (docs/security.md, What a token may destroy). The token of an identity
 * provider may where its user has no passphrase: who comes that way has nothing else. Nobody may for somebody else, but a
 * parent for a child.
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
  if (session.opened_by === 'member') return // nobody deletes an agent, in whatever session: its handler says so
  if (session.opened_by === 'oidc' && !hasPassphrase(caller)) return
  requireOwnerSession(session)
}
