import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { usernameOperations } from '../../../shared/contract/usernames.ts'
import { CryptoError } from '../../crypto/errors.ts'
import { checkSrpRegistration } from '../../crypto/srp-server.ts'
import type { SrpAccount } from '../../crypto/srp-server.ts'
import type { HandlersFor } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { RateLimiter } from '../../service/rate-limiter.ts'
import type { SessionStore } from '../../service/sessions.ts'
import type { EncryptionKeyStore } from '../encryption-keys/encryption-key-store.ts'
import type { ChallengeBook } from '../sessions/challenge-book.ts'
import type { AccountStore } from './account-store.ts'
import { checkUsernameIsFree, USERNAME_RESERVATION_MS } from './username-rules.ts'

/** Reservations and registrations of everybody together: each leaves a row behind (threat 8). */
export const REGISTRATIONS = { limit: 50, windowMs: 1000 }

export interface UsernameDependencies {
  readonly accounts: AccountStore
  readonly keys: Pick<EncryptionKeyStore, 'putKeyEncryptionKey'>
  readonly sessions: Pick<SessionStore, 'deleteAllOf'>
  readonly challenges: Pick<ChallengeBook, 'forget'>
  /** Reservations and registrations, which anybody may ask for. */
  readonly registrations: RateLimiter
  newUsername(): string
  /** Setting `require_issued_username`; off: any well-formed name that is free can be registered. */
  readonly requireIssuedUsername: boolean
}

/** Reserving a username, registering it, and changing its passphrase (key-store contract 5 and Q3). */
export function usernameHandlers(dependencies: UsernameDependencies): HandlersFor<typeof usernameOperations> {
  const { accounts, keys, sessions, challenges, registrations } = dependencies
  return {
    srpUsernamePost(call) {
      registrations.take(call.elapsedMs)
      const username = dependencies.newUsername()
      const expires_at = isoTime(call.nowMs + USERNAME_RESERVATION_MS)
      accounts.reserveUsername(username, expires_at)
      return { username, expires_at }
    },

    srpUsersPost(call, { body }) {
      registrations.take(call.elapsedMs)
      const { username } = body
      checkUsernameIsFree({
        username,
        isTaken: accounts.findByUsername(username) !== undefined,
        reservationEnd: accounts.reservationEnd(username),
        mustBeIssued: dependencies.requireIssuedUsername,
        now: call.now,
      })
      const account = { id: call.newId(), username, ...readRegistration(body) }
      accounts.add({ ...account, vault_user_id: null, created_at: call.now, queued_for_deletion_after: null })
      accounts.dropReservation(username)
      return { user: account }
    },

    srpUsersPut(call, { body }) {
      const { keystoreUserId, vaultUserId } = call
      const username = accounts.findById(keystoreUserId)?.username ?? null
      if (username === null) throw new ServiceError('forbidden', 'this user has no passphrase login')
      accounts.replaceVerifier(keystoreUserId, readRegistration(body))
      keys.putKeyEncryptionKey({
        id: call.newId(),
        keystore_user_id: keystoreUserId,
        serialized_key_encryption_key: body.serialized_key_encryption_key,
        created_at: call.now,
      })
      sessions.deleteAllOf({ keystoreUserId, vaultUserId }, call.session.id)
      // They would still let the old passphrase in.
      challenges.forget(username)
      return { user: { id: keystoreUserId, username } }
    },
  }
}

function readRegistration(sent: SrpAccount): SrpAccount {
  try {
    return checkSrpRegistration(sent)
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    // The salt's form was checked before; only the verifier's value is left.
    throw faultyFieldsError([{ path: 'srp_verifier', code: 'invalid_params', message: cause.message }])
  }
}
