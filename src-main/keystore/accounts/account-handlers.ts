import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { externalAdmissionTokenOperations } from '../../../shared/contract/external-admission-tokens.ts'
import type { keystoreDeletionQueueOperations } from '../../../shared/contract/keystore-deletion-queue.ts'
import type { usernameOperations } from '../../../shared/contract/usernames.ts'
import type { IssuedUsernames } from '../../crypto/issued-username.ts'
import type { SrpAccount } from '../../crypto/srp-server.ts'
import type { AdmissionTokens } from '../../service/issued-admission-tokens.ts'
import type { CallOrigin, HandlersFor, KeystoreCall, PublicCall } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { RateLimiter } from '../../service/rate-limiter.ts'
import type { AccountStore } from './account-store.ts'
import { readRegistration } from './registration.ts'

/** How long an issued username can be registered. */
const USERNAME_LIFETIME_MS = 24 * 60 * 60 * 1000

/** The form of usernames that were not issued here (docs/contract/keystore.md, Usernames). */
const FREE_USERNAME = /^[A-Za-z0-9_@+-]{3,64}$/

interface UsernameState {
  readonly username: string
  readonly isTaken: boolean
  /** How long ago it was issued, in milliseconds; undefined if it was not issued here. */
  readonly ageMs: number | undefined
  /** The setting `require_issued_username`. */
  readonly mustBeIssued: boolean
}

/**
 * Decides whether an account may be created under a username.
 * @throws {ServiceError} `username_taken`, after which published clients log in; `username_not_issued` if it was never
 *   issued, or more than a day ago; `invalid_params` for an invalid form
 */
function checkUsernameIsFree({ username, isTaken, ageMs, mustBeIssued }: UsernameState): void {
  if (isTaken) throw usernameError('username_taken', 'already has an account; log in instead')
  // The future counts as well, so that nobody is refused after the clock was set back.
  if (ageMs !== undefined && Math.abs(ageMs) < USERNAME_LIFETIME_MS) return
  if (mustBeIssued) {
    throw usernameError(
      'username_not_issued',
      'was not issued here in the last 24 hours; ask POST /srp/username for one',
    )
  }
  if (!FREE_USERNAME.test(username)) {
    throw usernameError('invalid_params', 'must be 3 to 64 characters of A-Z a-z 0-9 _ @ + -')
  }
}

function usernameError(code: 'username_taken' | 'username_not_issued' | 'invalid_params', rule: string): ServiceError {
  return faultyFieldsError([{ path: 'username', code, rule }])
}

/** The limit for issued usernames and registrations together, of one kind of sender. */
export const REGISTRATIONS = { limit: 50, windowMs: 1000 }

/** The login of a child: its verifier, and the keys that its passphrase protects. */
export interface LoginOfChild extends SrpAccount {
  readonly username: string
  readonly kek: string | undefined
  readonly loginKeyPair: { readonly public_key: string; readonly encrypted_serialized_key: string } | undefined
}

interface UsernameDependencies {
  readonly accounts: AccountStore
  /** Limits issued names and registrations, which anybody may request. */
  readonly registrations: (origin: CallOrigin) => RateLimiter
  readonly growUp: (
    call: PublicCall & Partial<KeystoreCall>,
    login: LoginOfChild,
  ) => { readonly id: string; readonly username: string }
  readonly usernames: IssuedUsernames
  /** The setting `require_issued_username`. Without it, any free, well-formed name can be registered. */
  readonly requireIssuedUsername: boolean
}

/** Handlers that issue and register usernames. */
export function usernameHandlers(dependencies: UsernameDependencies): HandlersFor<typeof usernameOperations> {
  const { accounts, registrations, growUp, usernames } = dependencies
  return {
    srpUsernamePost(call) {
      registrations(call.origin).take(call.elapsedMs)
      let username = usernames.issue(call.nowMs)
      // A name can be taken only if the clock shows the same millisecond again after a restart.
      while (accounts.findByUsername(username) !== undefined) username = usernames.issue(call.nowMs)
      return { username, expires_at: isoTime(call.nowMs + USERNAME_LIFETIME_MS) }
    },

    srpUsersPost(call, { body }) {
      registrations(call.origin).take(call.elapsedMs)
      const { username, serialized_key_encryption_key: kek, login_key_pair: loginKeyPair } = body
      checkUsernameIsFree({
        username,
        isTaken: accounts.findByUsername(username) !== undefined,
        ageMs: usernames.ageMs(username, call.nowMs),
        mustBeIssued: dependencies.requireIssuedUsername,
      })
      const login = { username, ...readRegistration(body) }
      if (call.delegation) return { user: growUp(call, { ...login, kek, loginKeyPair }) }
      refuseKeysOfChild({ serialized_key_encryption_key: kek, login_key_pair: loginKeyPair })
      const account = { id: call.newId(), ...login }
      accounts.add({ ...account, vault_user_id: null, created_at: call.now, queued_for_deletion_after: null })
      return { user: account }
    },
  }
}

/** Refuses keys without the delegation header, because they are meant for a child and would be lost. */
function refuseKeysOfChild(keys: Readonly<Record<string, unknown>>): void {
  const faulty = Object.entries(keys).flatMap(([path, value]) => (value === undefined ? [] : [path]))
  if (faulty.length === 0) return
  const rule = 'is only for a child user; name it in the header Service-Delegation-Id'
  throw faultyFieldsError(faulty.map((path) => ({ path, code: 'param_not_permitted', rule })))
}

/** The time between the request for deletion and the deletion. */
const WAITING_TIME_MS = 14 * 24 * 60 * 60 * 1000

export function keystoreDeletionQueueHandlers(
  accounts: Pick<AccountStore, 'findById' | 'setQueuedForDeletionAfter'>,
): HandlersFor<typeof keystoreDeletionQueueOperations> {
  return {
    usersDeletionQueuePost(call) {
      const id = call.keystoreUserId
      const queued = accounts.findById(id)?.queued_for_deletion_after ?? null
      if (queued !== null) {
        call.answerWithOtherStatus()
        return { deletion_queue_item: { id, queued_for_deletion_after: queued } }
      }
      const queued_for_deletion_after = isoTime(call.nowMs + WAITING_TIME_MS)
      accounts.setQueuedForDeletionAfter(id, queued_for_deletion_after)
      return { deletion_queue_item: { id, queued_for_deletion_after } }
    },

    usersDeletionQueueDelete(call) {
      accounts.setQueuedForDeletionAfter(call.keystoreUserId, null)
      return undefined
    },
  }
}

/** Issues the token that a key-store user needs for a vault account, the first one or a later one. */
export function externalAdmissionTokenHandlers(
  admissionTokens: Pick<AdmissionTokens, 'ofKeystoreUser'>,
): HandlersFor<typeof externalAdmissionTokenOperations> {
  return {
    externalAdmissionTokensGet(call) {
      if (call.vaultUserId !== null) throw new ServiceError('vault_account_exists', 'This user has a vault account.')
      const token = admissionTokens.ofKeystoreUser(call, call.keystoreUserId)
      return {
        external_admission_token: {
          vault_api_admission_token: token.token_value,
          passphrase_store_admission_token: null,
        },
      }
    },
  }
}
