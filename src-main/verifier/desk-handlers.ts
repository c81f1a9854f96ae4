import { faultyFieldsError } from '../../shared/contract/errors.ts'
import type { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { VerifierRequestState } from '../../shared/contract/verifier-requests.ts'
import type { MixedHandlersFor } from '../service/call.ts'
import { pagingFields, readPageRequest } from '../service/cursor.ts'
import { checkAction, definitionWish, newRequest } from './new-request.ts'
import { qrPng, qrSvg } from './qr-image.ts'
import { renderDetail, renderRequest } from './render-request.ts'
import { requireOpen } from './request-states.ts'
import type { VerifierParts } from './verifier-parts.ts'
import { getRequest } from './verifier-parts.ts'

type Handlers = MixedHandlersFor<typeof verifierRequestOperations>
type DeskHandlers = Pick<
  Handlers,
  | 'createVerifierRequest'
  | 'listVerifierRequests'
  | 'getVerifierRequest'
  | 'cancelVerifierRequest'
  | 'getVerifierRequestQr'
>

/** Requests as the desk makes and watches them (exchange contract 8.4). */
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
      const filter = { states: statesOf(query.state), definition_id: query.definition_id }
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

/** @throws {ServiceError} `invalid_params` for a state that does not exist */
function statesOf(names: readonly string[] | undefined): readonly VerifierRequestState[] | undefined {
  if (names === undefined || names.length === 0) return undefined
  const states = VerifierRequestState.array().safeParse(names)
  if (states.success) return states.data
  const message = `state must be some of ${VerifierRequestState.options.join(', ')}`
  throw faultyFieldsError([{ path: 'state', code: 'invalid_params', message }])
}
