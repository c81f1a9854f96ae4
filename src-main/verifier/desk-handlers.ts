import type { Verification } from '../../shared/contract/presentations.ts'
import type {
  VerifierAttempt,
  VerifierRequest,
  VerifierRequestDetail,
  verifierRequestOperations,
} from '../../shared/contract/verifier-requests.ts'
import type { VerifierParts } from './verifier-parts.ts'
import type { ListedAttempt, StoredRequest } from './verifier-request-store.ts'
import type { MixedHandlersFor } from '../service/call.ts'
import { pagingFields, readPageRequest } from '../service/cursor.ts'
import { checkAction, definitionWish, newRequest } from './new-request.ts'
import { qrPng, qrSvg } from './qr-image.ts'
import { requireOpen } from './request-states.ts'
import { getRequest } from './verifier-parts.ts'

/** A request as the desk sees it. */
function renderRequest(request: StoredRequest, { addresses }: Pick<VerifierParts, 'addresses'>): VerifierRequest {
  return { ...request, ...addresses.of(request) }
}

/** The same with its attempts and its timeline. */
function renderDetail(
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

type Handlers = MixedHandlersFor<typeof verifierRequestOperations>
type DeskHandlers = Pick<
  Handlers,
  | 'createVerifierRequest'
  | 'listVerifierRequests'
  | 'getVerifierRequest'
  | 'cancelVerifierRequest'
  | 'getVerifierRequestQr'
>

/** Requests as the desk makes and watches them (docs/contract/verifier.md, Requests). */
export function deskHandlers(parts: VerifierParts): DeskHandlers {
  const { requests, book, exchange, addresses, settings, newRequestId } = parts
  return {
    createVerifierRequest: {
      async prepare({ origin }, { body }) {
        checkAction(body, origin)
        const wish = definitionWish(body)
        const definition =
          'id' in wish ? await exchange.findDefinition(wish.id) : await exchange.storeDefinition(wish.definition)
        return (call) => {
          const { wallet_scheme } = settings()
          const request = newRequest(body, { id: newRequestId(), definition, wallet_scheme }, call)
          book.opened(request, call)
          call.addHeader('Location', `/requests/${request.id}`)
          return { request: renderRequest(request, parts) }
        }
      },
    },
    listVerifierRequests(_, { query }) {
      const request = readPageRequest(query, 'desc', isRequestId)
      const filter = { states: query.state, definition_id: query.definition_id }
      const page = requests.page(filter, request)
      return { requests: page.rows.map((row) => renderRequest(row, parts)), ...pagingFields(page, request) }
    },
    getVerifierRequest: (_, { params }) => ({ request: renderDetail(getRequest(requests, params.request_id), parts) }),
    getVerifierRequestQr(_, { params, query }) {
      const { deep_link } = addresses.of(getRequest(requests, params.request_id))
      return query.format === 'svg' ? qrSvg(deep_link) : qrPng(deep_link)
    },
    cancelVerifierRequest(call, { params }) {
      const request = getRequest(requests, params.request_id)
      requireOpen(request.state)
      book.cancelled(request, call)
      return undefined
    },
  }
}

function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value)
}
