import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { keystoreSessionOperations } from '../../../shared/contract/keystore-sessions.ts'
import { CryptoError } from '../../crypto/errors.ts'
import type { ServerSecretKey } from '../../crypto/keys.ts'
import { canonicalSrpPublic, createSrpChallenge, fakeSrpAccount, isExpectedProof } from '../../crypto/srp-server.ts'
import type { SrpAccount } from '../../crypto/srp-server.ts'
import type { AttemptLimiter } from '../../service/attempt-limiter.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { RateLimiter } from '../../service/rate-limiter.ts'
import { lifetimeWithin, renderSession } from '../../service/sessions.ts'
import type { IssuedSession, IssueSession, SessionStore } from '../../service/sessions.ts'
import type { AccountStore, KeystoreAccount } from '../accounts/account-store.ts'
import type { ChallengeBook } from './challenge-book.ts'
import type { LoginKeys } from './login-keys.ts'

/** Challenges of all usernames together; each costs the service some milliseconds of arithmetic (threat 10). */
export const SRP_CHALLENGES = { limit: 50, windowMs: 1000 }

/** Failed proofs under one username (key-store contract 6.6). */
export const SRP_ATTEMPTS = { limit: 10, windowMs: 15 * 60 * 1000 }

export interface KeystoreSessionDependencies {
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'findById'>
  readonly sessions: Pick<SessionStore, 'deleteById' | 'deleteAllOf'>
  readonly issueSession: IssueSession
  readonly challenges: ChallengeBook
  readonly challengeRate: RateLimiter
  readonly loginKeys: Pick<LoginKeys, 'ownerOfLoginKey'>
  readonly failedProofs: AttemptLimiter
  /** Makes up salt and verifier of usernames that do not exist. */
  readonly serverSecret: ServerSecretKey
}

/** Login and sessions (key-store contract 6 and 7). */
export function keystoreSessionHandlers(
  dependencies: KeystoreSessionDependencies,
): HandlersFor<typeof keystoreSessionOperations> {
  const { accounts, sessions, issueSession, challenges, challengeRate, loginKeys, failedProofs } = dependencies
  return {
    srpChallengesPost(call, { body: { username, srp_a } }) {
      challengeRate.take(call.elapsedMs)
      const challenge = withSrpErrors(() => createSrpChallenge(srpAccountOf(username), srp_a))
      challenges.open(username, challenge, call.elapsedMs)
      const { challenge_salt, challenge_b } = challenge
      return { challenge: { challenge_salt, challenge_b } }
    },

    srpSessionPost(call, { body: { username, srp_a, srp_m, valid_for } }) {
      failedProofs.refuseWhenExhausted(username, call.nowMs)
      const canonicalA = withSrpErrors(() => canonicalSrpPublic(srp_a))
      const expectedProof = challenges.take(username, canonicalA, call.elapsedMs)
      if (expectedProof === undefined) throw loginFailed()
      const account = accounts.findByUsername(username)
      if (account === undefined || !isExpectedProof(expectedProof, srp_m)) {
        // Unknown usernames count as well; otherwise the limit would tell which ones exist.
        call.countFailedAttempt(() => failedProofs.recordFailure(username, call.nowMs))
        throw loginFailed()
      }
      const start = { openedBy: 'passphrase', validForSeconds: valid_for } as const
      return renderNewSession(account, issueSession(call, 'keystore', principalOf(account), start))
    },

    sessionWithLoginKeyPost(call, { body: { login_key, username, valid_for } }) {
      const ownerId = loginKeys.ownerOfLoginKey(login_key, call.now)
      const account = ownerId === undefined ? undefined : accounts.findById(ownerId)
      if (account === undefined || (username !== undefined && username !== account.username)) throw loginFailed()
      const start = { openedBy: 'login_key', validForSeconds: valid_for } as const
      return renderNewSession(account, issueSession(call, 'keystore', principalOf(account), start))
    },

    sessionPost() {
      throw new ServiceError('passphrase_login_removed', 'a passphrase must not leave the client; log in with SRP', {
        extraInfo: { parameter: 'passphrase' },
      })
    },

    sessionLimitedInTimePost(call, { body: { valid_for } }) {
      const account = accounts.findById(call.keystoreUserId)
      if (account === undefined) throw new Error('a session of a key-store user who does not exist')
      const issued = issueSession(call, 'keystore', principalOf(account), {
        openedBy: 'session',
        validForSeconds: lifetimeWithin(call.session, { path: 'valid_for', seconds: valid_for }, call.nowMs),
        parent: call.session,
      })
      return renderNewSession(account, issued)
    },

    sessionGet: ({ session }) => renderSession(session),

    sessionDelete(call) {
      sessions.deleteById(call.session.id)
      return undefined
    },

    sessionAllDelete(call, { query }) {
      const { keystoreUserId, vaultUserId, session } = call
      sessions.deleteAllOf({ keystoreUserId, vaultUserId }, query.except_current === true ? session.id : undefined)
      return undefined
    },
  }

  function srpAccountOf(username: string): SrpAccount {
    const account = accounts.findByUsername(username)
    const made = fakeSrpAccount(dependencies.serverSecret, username)
    const { srp_salt, srp_verifier } = account ?? made
    return srp_salt === null || srp_verifier === null ? made : { srp_salt, srp_verifier }
  }
}

function principalOf({ id, vault_user_id }: KeystoreAccount) {
  return { keystoreUserId: id, vaultUserId: vault_user_id }
}

function renderNewSession(
  { username }: KeystoreAccount,
  { token, session: { id, valid_from, valid_till } }: IssuedSession,
) {
  return {
    session: { id, session_authentication_string: token, valid_from, valid_till, username: username ?? '' },
  }
}

/** One answer for every cause, so that it tells nothing about usernames. */
function loginFailed(): ServiceError {
  return new ServiceError('login_failed', 'the login failed: unknown user, wrong proof, or an expired challenge or key')
}

function withSrpErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw faultyFieldsError([{ path: 'srp_a', code: 'srp_value_invalid', message: cause.message }])
  }
}
