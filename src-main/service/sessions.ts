import { faultyFieldsError } from '../../shared/contract/errors.ts'
import { DEFAULT_VALID_FOR_SECONDS } from '../../shared/contract/values.ts'
import type { StoredSession } from './authenticate.ts'
import type { ActingRight, Principal, PublicCall, Session, SessionOpening, TokenIssuer } from './call.ts'
import { isoTime } from './ports.ts'
import type { TimedWork } from './timed-work.ts'

/** Stores sessions of the vault and the key store by token hash; the tokens themselves are never stored. */
export interface SessionStore {
  /** When the next session ends; null if all have ended. */
  earliestEnd(): string | null
  /** Marks the sessions that were valid until then as ended. */
  endUntil(time: string): void
  add(session: StoredSession & { readonly token_hash: Uint8Array; readonly parent_session_id: string | null }): void
  /** Records the member who opened an agent's session for a session opened within it. */
  inheritOpener(id: string, fromId: string): void
  /** Deletes a session and those opened within it. Returns the deleted ids, its own first. */
  deleteById(id: string): readonly string[]
  /**
   * Deletes all sessions of the principal in both APIs except `exceptId`, which survives even if it was opened within
   * one of them. Returns the deleted ids.
   */
  deleteAllOf(principal: Principal, exceptId: string | undefined): readonly string[]
  /** Deletes the sessions opened under a delegation, and returns them. */
  deleteAllByDelegation(token: string): readonly Pick<StoredSession, 'id' | 'vault_user_id'>[]
  /** Links the sessions of a key-store user to a new vault user. */
  linkVaultUser(keystoreUserId: string, vaultUserId: string): void
}

export interface IssuedSession {
  readonly token: string
  readonly session: StoredSession
}

export interface SessionStart {
  readonly openedBy: Exclude<SessionOpening, null>
  /** How long the token stays valid. Default: 7 days. */
  readonly validForSeconds?: number | null | undefined
  /** The session within which it is opened; it ends with that session. */
  readonly parent?: Pick<Session, 'id' | 'delegation_token'>
  /** The delegation under which it is opened; it ends with the delegation. */
  readonly delegation?: Pick<ActingRight, 'token'> | null
}

export function createSessionIssuer(
  store: Pick<SessionStore, 'add'>,
  newToken: (part: TokenIssuer) => string,
  hashToken: (token: string) => Uint8Array,
) {
  /** Starts a session and returns its token, which is stored only as a hash. */
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

/** Marks expired sessions, so that they stay ended when the clock is set back. */
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
 * Checks the requested lifetime of a session opened within another, which it must not outlive: otherwise anyone who
 * once held a token could renew it for ever.
 *
 * @param path the field with the lifetime
 * @returns the requested lifetime, in seconds
 * @throws {ServiceError} `valid_for_invalid` with `greatest_value`, the whole seconds that the presented session has
 *   left
 */
export function lifetimeWithin(
  { valid_till }: Pick<Session, 'valid_till'>,
  { path, seconds }: { readonly path: string; readonly seconds: number },
  nowMs: number,
): number {
  const greatest = Math.floor((Date.parse(valid_till) - nowMs) / 1000)
  if (seconds <= greatest) return seconds
  const rule = `must not outlive the presented session: at most ${greatest} s`
  throw faultyFieldsError([{ path, code: 'valid_for_invalid', rule }]).withExtraInfo(() => ({
    greatest_value: greatest,
  }))
}

/** Renders the presented session for GET /session of both APIs. */
export function renderSession(session: Session) {
  return {
    session_type: session.type,
    user_access_token: session.type === 'token' ? renderAccessToken(session) : null,
    valid_till: session.valid_till,
    valid: true as const,
  }
}

/** Renders the presented token with its attributes. */
export function renderAccessToken({ id, token, client_identifier, timezone, valid_till }: Session) {
  return { id, token, client_identifier, timezone, expire_at: valid_till }
}
