import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import type { ServiceError } from '../../../shared/contract/errors.ts'
import type { usernameOperations } from '../../../shared/contract/usernames.ts'
import type { CallOrigin, HandlersFor } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { RateLimiter } from '../../service/rate-limiter.ts'
import type { AccountStore } from './account-store.ts'
import { readRegistration } from './registration.ts'

/** How long a username is kept for whoever asked for it. */
const USERNAME_RESERVATION_MS = 24 * 60 * 60 * 1000

/** Names that are accepted when names need not be issued here (docs/contract/keystore.md, Usernames). */
const FREE_USERNAME = /^[A-Za-z0-9_@+-]{3,64}$/

interface UsernameState {
  readonly username: string
  readonly isTaken: boolean
  /** End of its reservation, if it was ever issued. */
  readonly reservationEnd: string | undefined
  /** Setting `require_issued_username`. */
  readonly mustBeIssued: boolean
  readonly now: string
}

/**
 * Decides whether an account may be made under a username.
 *
 * @throws {ServiceError} `username_taken` when it has an account: published clients then go on with login;
 *   `username_not_issued` when it was never reserved or its reservation ran out; `invalid_params` for a free name of a
 *   form that is not allowed.
 */
function checkUsernameIsFree({ username, isTaken, reservationEnd, mustBeIssued, now }: UsernameState): void {
  if (isTaken) throw usernameError('username_taken', 'already has an account; log in instead')
  if (reservationEnd !== undefined && reservationEnd > now) return
  if (mustBeIssued) {
    throw usernameError('username_not_issued', 'is not reserved; ask POST /srp/username for one')
  }
  if (!FREE_USERNAME.test(username)) {
    throw usernameError('invalid_params', 'must be 3 to 64 characters of A-Z a-z 0-9 _ @ + -')
  }
}

function usernameError(code: 'username_taken' | 'username_not_issued' | 'invalid_params', rule: string): ServiceError {
  return faultyFieldsError([{ path: 'username', code, rule }])
}

/** Reservations and registrations of one sender together: each leaves a row behind. */
export const REGISTRATIONS = { limit: 50, windowMs: 1000 }

interface UsernameDependencies {
  readonly accounts: AccountStore
  /** Reservations and registrations, which anybody may ask for. */
  readonly registrations: (origin: CallOrigin) => RateLimiter
  newUsername(): string
  /** Setting `require_issued_username`; off: any well-formed name that is free can be registered. */
  readonly requireIssuedUsername: boolean
}

/** Reserving a username and registering it. */
export function usernameHandlers(dependencies: UsernameDependencies): HandlersFor<typeof usernameOperations> {
  const { accounts, registrations } = dependencies
  return {
    srpUsernamePost(call) {
      registrations(call.origin).take(call.elapsedMs)
      const username = dependencies.newUsername()
      const expires_at = isoTime(call.nowMs + USERNAME_RESERVATION_MS)
      accounts.reserveUsername(username, expires_at)
      return { username, expires_at }
    },

    srpUsersPost(call, { body }) {
      registrations(call.origin).take(call.elapsedMs)
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
  }
}
