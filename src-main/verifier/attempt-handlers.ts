import { ServiceError } from '../../shared/contract/errors.ts'
import type { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { MixedHandlersFor } from '../service/call.ts'
import { verificationOrder } from './verification-order.ts'
import type { VerifierParts } from './verifier-parts.ts'
import { getRequest } from './verifier-parts.ts'
import type { StoredAttempt, StoredRequest } from './verifier-request-store.ts'

type AttemptHandlers = Pick<
  MixedHandlersFor<typeof verifierRequestOperations>,
  'reverifyAttempt' | 'getAttemptPresentation' | 'deleteAttemptPresentation'
>
interface Path {
  readonly request_id: string
  readonly attempt_id: string
}

/** Presentations that were kept: looked at, judged again, forgotten. */
export function attemptHandlers({ requests, book, exchange, addresses, seal }: VerifierParts): AttemptHandlers {
  return {
    reverifyAttempt: {
      async prepare(call, { params }) {
        const { request, attempt, presentation } = kept(params)
        const order = verificationOrder(presentation, {
          request,
          domains: addresses.domainsOf(request),
          replay: 'off',
          keptForSeconds: Math.max(0, Math.ceil((call.nowMs - Date.parse(attempt.received_at)) / 1000)),
        })
        const verification = await exchange.verify(request.id, order)
        return () => verification
      },
    },
    getAttemptPresentation: (_, { params }) => ({ presentation: kept(params).presentation }),
    deleteAttemptPresentation(call, { params }) {
      const { request, attempt } = kept(params)
      requests.forgetPresentation(attempt.id)
      book.told(request.id, call)
      return undefined
    },
  }

  /** @throws {ServiceError} `not_found`, also when the presentation was deleted */
  function kept({ request_id, attempt_id }: Path): {
    readonly request: StoredRequest
    readonly attempt: StoredAttempt
    readonly presentation: JsonObject | string
  } {
    const request = getRequest(requests, request_id)
    const attempt = requests.findAttempt(request_id, attempt_id)
    if (attempt === undefined) throw new ServiceError('not_found', 'This request has no such attempt.')
    if (attempt.sealed_presentation === null) {
      throw new ServiceError('not_found', 'The presentation of this attempt is not kept.')
    }
    const text = seal.open('presentation', attempt.id, attempt.sealed_presentation)
    return { request, attempt, presentation: JSON.parse(text) as JsonObject | string } // as it was validated when it came
  }
}
