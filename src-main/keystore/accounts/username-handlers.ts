import type { usernameOperations } from '../../../shared/contract/usernames.ts'
import type { CallOrigin, HandlersFor } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { RateLimiter } from '../../service/rate-limiter.ts'
import type { AccountStore } from './account-store.ts'
import { readRegistration } from './registration.ts'
import { checkUsernameIsFree, USERNAME_RESERVATION_MS } from './username-rules.ts'

/** Reservations and registrations of one sender together: each leaves a row behind. */
export const REGISTRATIONS = { limit: 50, windowMs: 1000 }

export interface UsernameDependencies {
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
