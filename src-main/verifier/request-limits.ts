import { ServiceError } from '../../shared/contract/errors.ts'
import type { StoredRequest } from './verifier-request-store.ts'

/** How often the definition of one request can be fetched. */
const MAX_DEFINITION_FETCHES = 600

/** How many refusals of one request are stored. */
export const MAX_STORED_REFUSALS = 100

/** How long requests stay stored after they were closed. */
export const RETENTION_MS = 90 * 24 * 60 * 60 * 1000

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

/** Gives no time to retry after, because waiting does not help. */
function exhausted(message: string): ServiceError {
  return new ServiceError('too_many_requests', message)
}
