import { faultyFieldsError, ServiceError } from '../../shared/contract/errors.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import { MAX_QR_CHARACTERS } from '../../shared/contract/verifier-requests.ts'
import type {
  VerifierAttempt,
  VerifierRequest,
  VerifierRequestDetail,
  verifierRequestOperations,
} from '../../shared/contract/verifier-requests.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { phrase } from '../../shared/phrase.ts'
import type { MixedHandlersFor } from '../service/call.ts'
import { pagingFields, readPageRequest } from '../service/cursor.ts'
import { checkAction, requestedDefinition, newRequest } from './new-request.ts'
import { qrPng, qrSvg } from './qr-image.ts'
import { requireOpen } from './request-states.ts'
import { verificationOrder } from './verification-order.ts'
import type { VerifierParts } from './verifier-parts.ts'
import { getRequest } from './verifier-parts.ts'
import type { ListedAttempt, StoredRequest, StoredAttempt } from './verifier-request-store.ts'

/** Renders a request for the program that created it. */
function renderRequest(request: StoredRequest, { addresses }: Pick<VerifierParts, 'addresses'>): VerifierRequest {
  return { ...request, ...addresses.of(request) }
}

/** Renders a request with its attempts and its timeline. */
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
      : // It was written from this type, and the reply schema checks it again.
        (JSON.parse(seal.open('verification', attempt.id, sealed_verification)) as Verification)
  return { ...attempt, verification }
}

type Handlers = MixedHandlersFor<typeof verifierRequestOperations>
type RequestHandlers = Pick<
  Handlers,
  | 'createVerifierRequest'
  | 'listVerifierRequests'
  | 'getVerifierRequest'
  | 'cancelVerifierRequest'
  | 'getVerifierRequestQr'
>

/** Handlers that create and watch requests (docs/contract/exchange.md, Verifier: requests). */
export function requestHandlers(parts: VerifierParts): RequestHandlers {
  const { requests, book, exchange, addresses, settings, newRequestId } = parts
  return {
    createVerifierRequest: {
      async prepare({ origin }, { body }) {
        checkAction(body, origin)
        const requested = requestedDefinition(body)
        const definition =
          'id' in requested
            ? await exchange.findDefinition(requested.id)
            : await exchange.storeDefinition(requested.definition)
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
      const filter = { states: query.state, definition_id: query.definition_id, made_by: query.made_by }
      const page = requests.page(filter, request)
      return { requests: page.rows.map((row) => renderRequest(row, parts)), ...pagingFields(page, request) }
    },
    getVerifierRequest: (_, { params }) => ({ request: renderDetail(getRequest(requests, params.request_id), parts) }),
    getVerifierRequestQr(_, { params, query }) {
      const { deep_link, openid4vp_link } = addresses.of(getRequest(requests, params.request_id))
      const link = query.link === 'openid4vp' ? openid4vp_link : deep_link
      requireQrLength(link)
      return query.format === 'svg' ? qrSvg(link) : qrPng(link)
    },
    cancelVerifierRequest(call, { params }) {
      const request = getRequest(requests, params.request_id)
      requireOpen(request.state)
      book.cancelled(request, call)
      return undefined
    },
  }
}

/** @throws {ServiceError} `invalid_params` for a link that no QR code holds */
function requireQrLength(link: string): void {
  if (link.length <= MAX_QR_CHARACTERS) return
  const rule = phrase`is too long for a QR code: it has ${link.length} characters, of which a code holds ${MAX_QR_CHARACTERS}; the link of a signed request (${'decentralized_identifier'}) is short`
  throw faultyFieldsError([{ path: 'link', code: 'invalid_params', rule }])
}

function isRequestId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value)
}

type AttemptHandlers = Pick<
  MixedHandlersFor<typeof verifierRequestOperations>,
  'reverifyAttempt' | 'getAttemptPresentation' | 'deleteAttemptPresentation'
>
interface Path {
  readonly request_id: string
  readonly attempt_id: string
}

/** Handles stored presentations: read, verify again, delete. */
export function attemptHandlers({ requests, book, exchange, addresses, seal }: VerifierParts): AttemptHandlers {
  return {
    reverifyAttempt: {
      async prepare(call, { params }) {
        const { request, attempt, presentation } = storedPresentation(params)
        const order = verificationOrder(presentation, {
          request,
          domains: addresses.domainsOf(request, attempt.door),
          replay: 'off',
          storedForSeconds: Math.max(0, Math.ceil((call.nowMs - Date.parse(attempt.received_at)) / 1000)),
        })
        const verification = await exchange.verify(request.id, order)
        return () => verification
      },
    },
    getAttemptPresentation: (_, { params }) => ({ presentation: storedPresentation(params).presentation }),
    deleteAttemptPresentation(call, { params }) {
      const { request, attempt } = storedPresentation(params)
      requests.deletePresentation(attempt.id)
      book.announceAfterwards(request.id, call)
      return undefined
    },
  }

  /** @throws {ServiceError} `not_found`, also when the presentation was deleted */
  function storedPresentation({ request_id, attempt_id }: Path): {
    readonly request: StoredRequest
    readonly attempt: StoredAttempt
    readonly presentation: JsonObject | string
  } {
    const request = getRequest(requests, request_id)
    const attempt = requests.findAttempt(request_id, attempt_id)
    if (attempt === undefined) throw new ServiceError('not_found', 'This request has no such attempt.')
    if (attempt.sealed_presentation === null) {
      throw new ServiceError('not_found', 'The presentation of this attempt is not stored.')
    }
    const text = seal.open('presentation', attempt.id, attempt.sealed_presentation)
    return { request, attempt, presentation: JSON.parse(text) as JsonObject | string } // validated on arrival
  }
}
