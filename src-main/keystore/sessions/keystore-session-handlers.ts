import { ServiceError } from '../../../shared/contract/errors.ts'
import type { keystoreSessionOperations } from '../../../shared/contract/keystore-sessions.ts'
import type { HandlersFor } from '../../service/call.ts'
import { lifetimeWithin, renderSession } from '../../service/sessions.ts'
import type { IssuedSession, IssueSession, SessionStore } from '../../service/sessions.ts'
import type { AccountStore, KeystoreAccount } from '../accounts/account-store.ts'
import type { LoginKeys } from './login-keys.ts'
import type { Proofs } from './proofs.ts'
import { loginFailed } from './proofs.ts'

interface KeystoreSessionDependencies {
  readonly accounts: Pick<AccountStore, 'findById'>
  readonly sessions: Pick<SessionStore, 'deleteById' | 'deleteAllOf'>
  readonly issueSession: IssueSession
  readonly loginKeys: Pick<LoginKeys, 'ownerOfLoginKey'>
  readonly proofs: Pick<Proofs, 'challenge' | 'accept'>
}

/** Login and sessions (docs/contract/keystore.md, SRP login, Sessions). */
export function keystoreSessionHandlers(
  dependencies: KeystoreSessionDependencies,
): HandlersFor<typeof keystoreSessionOperations> {
  const { accounts, sessions, issueSession, loginKeys, proofs } = dependencies
  return {
    srpChallengesPost(call, { body: { username, srp_a, purpose } }) {
      const { challenge_salt, challenge_b } = proofs.challenge(call, { username, srp_a, purpose: purpose ?? 'login' })
      return { challenge: { challenge_salt, challenge_b } }
    },

    srpSessionPost(call, { body: { valid_for, ...proof } }) {
      const account = proofs.accept(call, proof, 'login')
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
      throw new ServiceError(
        'param_not_permitted',
        'The key store has no login by passphrase or public key here: use POST /srp/sessions, where the passphrase ' +
          'stays with the client, or POST /sessions of the vault for a public key.',
      )
    },

    sessionLimitedInTimePost(call, { body: { valid_for } }) {
      const account = accounts.findById(call.keystoreUserId)
      if (account === undefined) throw new Error('a session of a key-store user who does not exist')
      const issued = issueSession(call, 'keystore', principalOf(account), {
        openedBy: 'session',
        validForSeconds: lifetimeWithin(call.session, { path: 'valid_for', seconds: valid_for }, call.nowMs),
        parent: call.session,
        delegation: call.delegation,
      })
      return renderNewSession(account, issued)
    },

    sessionGet: ({ session }) => renderSession(session),

    sessionDelete(call) {
      sessions.deleteById(call.session.id) // does nothing for a JSON Web Token
      return undefined
    },

    sessionAllDelete(call, { query }) {
      const { keystoreUserId, vaultUserId, session } = call
      const keptId = query.except_current === true ? session.id : undefined
      sessions.deleteAllOf({ keystoreUserId, vaultUserId }, keptId)
      return undefined
    },
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
