import { ServiceError } from '../../../shared/contract/errors.ts'

/** How long a username is kept for whoever asked for it. */
export const USERNAME_RESERVATION_MS = 24 * 60 * 60 * 1000

/** Names that are accepted when names need not be issued here (key-store contract 5.2). */
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
export function checkUsernameIsFree({ username, isTaken, reservationEnd, mustBeIssued, now }: UsernameState): void {
  if (isTaken) throw usernameError('username_taken', 'username already has an account; log in instead')
  if (reservationEnd !== undefined && reservationEnd > now) return
  if (mustBeIssued) {
    throw usernameError('username_not_issued', 'username is not reserved; ask POST /srp/username for one')
  }
  if (!FREE_USERNAME.test(username)) {
    throw usernameError('invalid_params', 'username must be 3 to 64 characters of A-Z a-z 0-9 _ @ + -')
  }
}

function usernameError(code: 'username_taken' | 'username_not_issued' | 'invalid_params', message: string) {
  return new ServiceError(code, message, { extraInfo: { parameter: 'username' } })
}
