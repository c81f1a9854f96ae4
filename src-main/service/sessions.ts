import { faultyFieldsError } from '../../shared/contract/errors.ts'
import { DEFAULT_VALID_FOR_SECONDS } from '../../shared/contract/values.ts'
import type { StoredSession } from './authenticate.ts'
import type { ActingRight, Principal, PublicCall, Session, SessionOpening, TokenIssuer } from './call.ts'
import { isoTime } from './ports.ts'
import type { TimedWork } from './timed-work.ts'

/** Sessions of both parts, by token hash; the tokens themselves are never stored. */
export interface SessionStore {
  /** When the next one ends; null when none is left that has not ended. */
  earliestEnd(): string | null
  /** Notes of those valid till then that they ended. */
  endUntil(time: string): void
  add(session: StoredSession & { readonly token_hash: Uint8Array; readonly parent_session_id: string | null }): void
  /** Whoever opened the session of an agent also opened the one that was asked for with it. */
  inheritOpener(id: string, fromId: string): void
  /** Ends a session and what was made in it. Returns the ids that ended, this one first. */
  deleteById(id: string): readonly string[]
  /**
   * All sessions of the principal, whichever part issued them, or all but one, which then stands for itself when it was
   * made in another. Returns the ids that ended.
   */
  deleteAllOf(principal: Principal, exceptId: string | undefined): readonly string[]
  /** Ends what was made by a delegation, in whoever's name. Returns what ended. */
  deleteAllByDelegation(token: string): readonly Pick<StoredSession, 'id' | 'vault_user_id'>[]
  /** Links the sessions of a key-store user with the vault user that was just created. */
  linkVaultUser(keystoreUserId: string, vaultUserId: string): void
}

export interface IssuedSession {
  readonly token: string
  readonly session: StoredSession
}

/** How a session begins. */
export interface SessionStart {
  readonly openedBy: Exclude<SessionOpening, null>
  /** How long the token stays valid; none: 7 days. */
  readonly validForSeconds?: number | null | undefined
  /** The session it is made in, and with which it ends. */
  readonly parent?: Pick<Session, 'id' | 'delegation_token'>
  /** The delegation by which it is made, and with which it ends. */
  readonly delegation?: Pick<ActingRight, 'token'> | null
}

/** Makes access tokens. `newToken` and `hashToken` are the crypto ports. */
export function createSessionIssuer(
  store: Pick<SessionStore, 'add'>,
  newToken: (part: TokenIssuer) => string,
  hashToken: (token: string) => Uint8Array,
) {
  /** Starts a session and returns its token, which is shown once and stored only as a hash. */
  return function issueSession(
    call: PublicCall,
    part: TokenIssuer,
    principal: Principal,
    { openedBy, validForSeconds, parent, delegation }: SessionStart,
  ): IssuedSession {
    const token = newToken(part)
    const session: StoredSession = {
      id: call.newId(),
      issued_by: part,
      opened_by: openedBy,
      vault_user_id: principal.vaultUserId,
      keystore_user_id: principal.keystoreUserId,
      valid_from: call.now,
      valid_till: isoTime(call.nowMs + (validForSeconds ?? DEFAULT_VALID_FOR_SECONDS) * 1000),
      client_identifier: call.clientIdentifier,
      timezone: null,
      delegation_token: delegation?.token ?? parent?.delegation_token ?? null,
      ended: 0,
    }
    store.add({ ...session, token_hash: hashToken(token), parent_session_id: parent?.id ?? null })
    return { token, session }
  }
}

/** What has ended stays ended when the clock goes back. */
export function endSessions(store: Pick<SessionStore, 'earliestEnd' | 'endUntil'>): TimedWork {
  return {
    earliest: () => store.earliestEnd(),
    run: ({ now }) => {
      store.endUntil(now)
    },
  }
}

export type IssueSession = ReturnType<typeof createSessionIssuer>

/**
 * The lifetime of a session that is made in another. It never outlives that one: otherwise whoever once held a token
 * could keep the account open for ever.
 *
 * @param path the field that asked for it
 * @returns the lifetime that was asked for, in seconds
 * @throws {ServiceError} `valid_for_invalid` with `greatest_value`: the whole seconds the presented session has left.
 */
export function lifetimeWithin(
  { valid_till }: Pick<Session, 'valid_till'>,
  { path, seconds }: { readonly path: string; readonly seconds: number },
  nowMs: number,
): number {
  const greatest = Math.floor((Date.parse(valid_till) - nowMs) / 1000)
  if (seconds <= greatest) return seconds
  const rule = `must not be longer than the presented session goes on: at most ${greatest} s`
  throw faultyFieldsError([{ path, code: 'valid_for_invalid', rule }]).withExtraInfo(() => ({
    greatest_value: greatest,
  }))
}

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
