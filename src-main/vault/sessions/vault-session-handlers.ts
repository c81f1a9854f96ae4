import { ServiceError } from '../../../shared/contract/errors.ts'
import type { vaultSessionOperations } from '../../../shared/contract/vault-sessions.ts'
import type { AttemptLimiter } from '../../service/attempt-limiter.ts'
import type { HandlersFor, PublicCall } from '../../service/call.ts'
import { lifetimeWithin, renderAccessToken, renderSession } from '../../service/sessions.ts'
import type { IssueSession, SessionStore } from '../../service/sessions.ts'
import { loginKeyFingerprint, sealTokenFor } from '../users/login-key.ts'
import { renderUser } from '../users/user-rules.ts'
import type { LoginKeyOwner, StoredUser, UserStore } from '../users/user-store.ts'
import { sessionCreated, sessionDeleted, sessionResumed } from '../users/session-events.ts'
import { requireTokenSession, requestedLifetime } from './session-rules.ts'

interface VaultSessionDependencies {
  readonly users: Pick<UserStore, 'findById' | 'findLoginKeyOwner'>
  readonly sessions: Pick<SessionStore, 'deleteById' | 'deleteAllOf' | 'inheritOpener'>
  readonly issueSession: IssueSession
  /** Issues a session of which nothing is stored until it is used: anybody may name a public key. */
  readonly issueLogin: IssueSession
  /** Counts logins with a key that nobody has, by its fingerprint. */
  readonly failedLogins: AttemptLimiter
}

/** Login by public key, and the sessions of the caller. They never concern anybody else. */
export function vaultSessionHandlers({
  users,
  sessions,
  issueSession,
  issueLogin,
  failedLogins,
}: VaultSessionDependencies): HandlersFor<typeof vaultSessionOperations> {
  return {
    sessionPost(call, { body: { public_key, valid_for } }) {
      const user = findLogin(call, public_key)
      const principal = { vaultUserId: user.id, keystoreUserId: user.keystore_user_id }
      const { token } = issueLogin(call, 'vault', principal, { openedBy: 'public_key', validForSeconds: valid_for })
      return { session: { encrypted_session_authentication_string: sealTokenFor(user.login_public_key, token) } }
    },

    sessionGet: ({ session }) => renderSession(session),

    sessionDelete(call) {
      requireTokenSession(call.session)
      for (const id of sessions.deleteById(call.session.id)) call.emit(sessionDeleted(call.callerId, id))
      return undefined
    },

    sessionAllDelete(call, { query }) {
      const ended = sessions.deleteAllOf(call.caller, query.except_current === true ? call.session.id : undefined)
      for (const id of ended) call.emit(sessionDeleted(call.callerId, id))
      return undefined
    },

    sessionResumePatch(call) {
      requireTokenSession(call.session)
      call.emit(sessionResumed(call.callerId, call.session.id))
      return {
        user_access_token: renderAccessToken(call.session),
        token_type: 'bearer',
        user: renderUser(existing(call.callerId)),
      }
    },

    sessionLimitedInTimePost(call, { body }) {
      requireTokenSession(call.session)
      const { token, session } = issueSession(call, 'vault', call.caller, {
        openedBy: 'session',
        validForSeconds: lifetimeWithin(call.session, requestedLifetime(body), call.nowMs),
        parent: call.session,
      })
      sessions.inheritOpener(session.id, call.session.id)
      call.emit(sessionCreated(call.callerId, session.id))
      const loginKey = existing(call.callerId).login_public_key
      return {
        session: {
          encrypted_session_authentication_string: loginKey === null ? null : sealTokenFor(loginKey, token),
          session_authentication_string: token,
          valid_from: session.valid_from,
          valid_till: session.valid_till,
        },
      }
    },
  }

  function findLogin(call: PublicCall, publicKey: string): LoginKeyOwner {
    const fingerprint = loginKeyFingerprint(publicKey)
    const user = users.findLoginKeyOwner(fingerprint)
    if (user !== undefined) return user
    failedLogins.refuseWhenExhausted(fingerprint, call.nowMs)
    failedLogins.recordFailure(fingerprint, call.nowMs)
    throw new ServiceError('unauthorized', 'Nobody logs in with this public key.', {
      extraInfo: { reason: 'unknown_public_key' },
    })
  }

  function existing(id: string): StoredUser {
    const user = users.findById(id)
    if (user === undefined) throw new Error('a session of a vault user who does not exist')
    return user
  }
}
