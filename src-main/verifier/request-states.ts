import type { ErrorCode } from '../../shared/contract/errors.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { VerifierRequestState } from '../../shared/contract/verifier-requests.ts'

/** The events of a request (docs/contract/exchange.md, States). */
export const REQUEST_EVENTS = [
  'definition_fetched',
  'presentation_valid',
  'presentation_invalid',
  'time_passed',
  'cancelled',
] as const
export type RequestEvent = (typeof REQUEST_EVENTS)[number]

const CLOSED: Partial<Readonly<Record<VerifierRequestState, { readonly code: ErrorCode; readonly message: string }>>> =
  {
    verified: { code: 'request_closed', message: 'This request was answered already.' },
    expired: { code: 'request_expired', message: 'This request has ended.' },
    cancelled: { code: 'request_cancelled', message: 'This request was cancelled.' },
  }

/** Whether a request can still be answered. */
export function isOpen(state: VerifierRequestState): boolean {
  return CLOSED[state] === undefined
}

/** The next state; a closed request never changes. */
export function nextState(state: VerifierRequestState, event: RequestEvent): VerifierRequestState {
  if (!isOpen(state)) return state
  switch (event) {
    case 'definition_fetched':
      return state === 'waiting' ? 'fetched' : state
    case 'presentation_valid':
      return 'verified'
    case 'presentation_invalid':
      return 'rejected'
    case 'time_passed':
      return 'expired'
    case 'cancelled':
      return 'cancelled'
  }
}

/** @throws {ServiceError} `request_closed`, `request_expired`, `request_cancelled` */
export function requireOpen(state: VerifierRequestState): void {
  const closed = CLOSED[state]
  if (closed !== undefined) throw new ServiceError(closed.code, closed.message)
}
