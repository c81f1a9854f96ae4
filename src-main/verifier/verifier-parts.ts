import { ServiceError } from '../../shared/contract/errors.ts'
import type { VerifierSettings } from '../../shared/contract/workbench-exchange.ts'
import type { ExchangeAccess } from './exchange-access.ts'
import type { AttemptSeal, RequestBook } from './request-book.ts'
import type { RequestKey } from './request-key.ts'
import type { ValidActions } from './valid-actions.ts'
import type { VerifierAddresses } from './verifier-addresses.ts'
import type { StoredRequest, VerifierRequestStore } from './verifier-request-store.ts'

/** What the verifier's handlers use. */
export interface VerifierParts {
  readonly requests: VerifierRequestStore
  readonly book: RequestBook
  readonly exchange: ExchangeAccess
  readonly addresses: VerifierAddresses
  readonly seal: AttemptSeal
  readonly settings: () => VerifierSettings
  readonly requestKey: RequestKey
  readonly actions: Pick<ValidActions, 'begin'>
  /** 128 random bits as 22 characters of URL-safe Base64. */
  readonly newRequestId: () => string
}

/** @throws {ServiceError} `not_found` */
export function getRequest(requests: Pick<VerifierRequestStore, 'find'>, id: string): StoredRequest {
  const request = requests.find(id)
  if (request !== undefined) return request
  throw new ServiceError('not_found', 'There is no verifier request with this id.', {
    extraInfo: { parameter: 'request_id' },
  })
}
