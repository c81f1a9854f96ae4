import { DEFAULT_VALID_FOR_SECONDS } from '../../shared/contract/values.ts'
import type { StoredSession } from './authenticate.ts'
import type { Principal, PublicCall, Session, TokenIssuer } from './call.ts'
import { isoTime } from './ports.ts'

/** Sessions of both parts, by token hash; the tokens themselves are never stored. */
export interface SessionStore {
  add(session: StoredSession & { readonly token_hash: Uint8Array }): void
  /** Whoever opened the session of an agent also opened the one that was asked for with it. */
  inheritOpener(id: string, fromId: string): void
  deleteById(id: string): void
  /** All sessions of the principal, whichever part issued them, or all but one. Returns the ids that ended. */
  deleteAllOf(principal: Principal, exceptId: string | undefined): readonly string[]
  /** Links the sessions of a key-store user with the vault user that was just created. */
  linkVaultUser(keystoreUserId: string, vaultUserId: string): void
}

export interface IssuedSession {
  readonly token: string
  readonly session: StoredSession
}

/** Makes access tokens. `newToken` and `hashToken` are the crypto ports. */
export function createSessionIssuer(
  store: Pick<SessionStore, 'add'>,
  newToken: (part: TokenIssuer) => string,
  hashToken: (token: string) => Uint8Array,
) {
  /**
   * Starts a session and returns its token, which is shown once and stored only as a hash.
   *
   * @param validForSeconds how long the token stays valid; none: 7 days (decisions, "Token lifetime").
   */
  return function issueSession(
    call: PublicCall,
    part: TokenIssuer,
    principal: Principal,
    validForSeconds: number | null | undefined,
  ): IssuedSession {
    const token = newToken(part)
    const session: StoredSession = {
      id: call.newId(),
      issued_by: part,
      vault_user_id: principal.vaultUserId,
      keystore_user_id: principal.keystoreUserId,
      valid_from: call.now,
      valid_till: isoTime(call.nowMs + (validForSeconds ?? DEFAULT_VALID_FOR_SECONDS) * 1000),
      client_identifier: call.clientIdentifier,
      timezone: null,
    }
    store.add({ ...session, token_hash: hashToken(token) })
    return { token, session }
  }
}

export type IssueSession = ReturnType<typeof createSessionIssuer>

/** The session a call came with, as GET /session of both parts shows it. */
export function renderSession(session: Session) {
  return {
    session_type: session.type,
    user_access_token: session.type === 'token' ? renderAccessToken(session) : null,
    valid_till: session.valid_till,
    valid: true as const,
  }
}

/** The token record of a session; its token is the one that was presented. */
export function renderAccessToken({ id, token, client_identifier, timezone, valid_till }: Session) {
  return { id, token, client_identifier, timezone, expire_at: valid_till }
}
