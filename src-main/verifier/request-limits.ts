import { ServiceError } from '../../shared/contract/errors.ts'
import type { StoredRequest } from './verifier-request-store.ts'

/** Fetches of the definition of one request. */
const MAX_DEFINITION_FETCHES = 600

/** The stored refusals of one request; further ones leave no trace. */
export const MAX_KEPT_REFUSALS = 100

/** How long closed requests are stored. */
export const KEPT_AFTER_CLOSING_MS = 90 * 24 * 60 * 60 * 1000

/** @throws {ServiceError} `too_many_requests` */
export function requireFetchLeft({ fetch_count }: StoredRequest): void {
  if (fetch_count >= MAX_DEFINITION_FETCHES) {
    throw exhausted(`The definition of a request can be fetched ${MAX_DEFINITION_FETCHES} times.`)
  }
}

/** @throws {ServiceError} `too_many_requests` */
export function requireAttemptLeft({ attempt_count, max_attempts }: StoredRequest): void {
  if (attempt_count >= max_attempts) throw exhausted(`This request takes ${max_attempts} presentations.`)
}

/** Waiting does not help, so there is no time to wait for. */
function exhausted(message: string): ServiceError {
  return new ServiceError('too_many_requests', message)
}
