import { ServiceError } from '../../../shared/contract/errors.ts'
import type { Session } from '../../service/call.ts'

/** @throws {ServiceError} `session_of_oidc`: only the identity provider can end or resume its sessions */
export function requireTokenSession({ type }: Pick<Session, 'type'>): void {
  if (type === 'token') return
  throw new ServiceError('session_of_oidc', 'This call came with a JSON Web Token; sign in with an access token.')
}

interface LimitedLifetime {
  readonly valid_for?: number | null | undefined
  readonly valid_for_seconds?: number | null | undefined
}

/** The requested lifetime of a token, and the field it is in; the name of key-store clients wins. */
export function requestedLifetime({ valid_for, valid_for_seconds }: LimitedLifetime): {
  readonly path: string
  readonly seconds: number
} {
  if (typeof valid_for === 'number') return { path: 'valid_for', seconds: valid_for }
  // The contract checked that one of them is there.
  return { path: 'valid_for_seconds', seconds: valid_for_seconds ?? Infinity }
}
