import type { Verification } from '../../shared/contract/presentations.ts'
import type {
  VerifierAttempt,
  VerifierRequest,
  VerifierRequestDetail,
} from '../../shared/contract/verifier-requests.ts'
import type { VerifierParts } from './verifier-parts.ts'
import type { ListedAttempt, StoredRequest } from './verifier-request-store.ts'

/** A request as the desk sees it. */
export function renderRequest(
  request: StoredRequest,
  { addresses }: Pick<VerifierParts, 'addresses'>,
): VerifierRequest {
  return { ...request, ...addresses.of(request) }
}

/** The same with its attempts and its timeline. */
export function renderDetail(
  request: StoredRequest,
  parts: Pick<VerifierParts, 'addresses' | 'requests' | 'seal'>,
): VerifierRequestDetail {
  return {
    ...renderRequest(request, parts),
    attempts: parts.requests.attemptsOf(request.id).map((attempt) => renderAttempt(attempt, parts)),
    timeline: [...parts.requests.stepsOf(request.id)],
  }
}

function renderAttempt(
  { sealed_verification, ...attempt }: ListedAttempt,
  { seal }: Pick<VerifierParts, 'seal'>,
): VerifierAttempt {
  const verification =
    sealed_verification === null
      ? null
      : // It was written from this shape, and the reply schema looks at it again.
        (JSON.parse(seal.open('verification', attempt.id, sealed_verification)) as Verification)
  return { ...attempt, verification }
}
