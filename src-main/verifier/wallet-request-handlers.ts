import { ServiceError, messageFields } from '../../shared/contract/errors.ts'
import type { Problem, Verification } from '../../shared/contract/presentations.ts'
import type { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { HandlerFor, MixedHandlersFor, PublicCall } from '../service/call.ts'
import type { Received } from './request-book.ts'
import { requireAttemptLeft, requireFetchLeft } from './request-limits.ts'
import { requestMutex } from './request-mutex.ts'
import { requireOpen } from './request-states.ts'
import { senderLimit } from './sender-limit.ts'
import { verificationOrder } from './verification-order.ts'
import type { VerifierParts } from './verifier-parts.ts'
import { getRequest } from './verifier-parts.ts'
import type { StoredRequest } from './verifier-request-store.ts'

type Sent = Parameters<typeof verificationOrder>[0]
type Operations = typeof verifierRequestOperations
type WalletHandlers = Pick<
  MixedHandlersFor<Operations>,
  'getRequestDefinition' | 'probeRequestDestination' | 'postRequestPresentation'
>

/**
 * Handles the calls of wallets (docs/contract/exchange.md, Wallet endpoints). A closed request is refused before the
 * exchange is called, and again in the transaction that stores the answer, so that of two simultaneous valid
 * presentations only one counts. Presentations for one request are verified one at a time, so that a request never
 * exceeds its maximum of attempts.
 */
export function walletHandlers(parts: VerifierParts): WalletHandlers {
  const { requests, book, exchange, addresses, settings, actions } = parts
  const exclusively = requestMutex()
  const withinLimit = senderLimit()
  return {
    getRequestDefinition: {
      async prepare(_, { params }) {
        const { id, definition_id } = fetchableRequest(params.request_id)
        const definition = await exchange.readDefinition(definition_id, id)
        return (call) => {
          book.fetched(fetchableRequest(id), call)
          call.addHeader('Cache-Control', 'no-store')
          return definition
        }
      },
    },
    probeRequestDestination(_, { params }) {
      answerableRequest(params.request_id)
      return undefined
    },
    postRequestPresentation: {
      async prepare(call, { params, body }) {
        const received = receivedFrom(call, body)
        const outcome = await withinLimit(call.origin.remote, () =>
          exclusively(params.request_id, () => verify(params.request_id, body)),
        )
        return recordOutcome({ id: params.request_id, sent: body, received }, outcome)
      },
    },
  }

  /** @throws {ServiceError} `not_found`, `request_closed`, `request_expired`, `request_cancelled`, `too_many_requests` */
  function fetchableRequest(id: string): StoredRequest {
    const request = getRequest(requests, id)
    requireOpen(request.state)
    requireFetchLeft(request)
    return request
  }

  /** @throws {ServiceError} like `fetchableRequest` */
  function answerableRequest(id: string): StoredRequest {
    const request = getRequest(requests, id)
    requireOpen(request.state)
    requireAttemptLeft(request)
    return request
  }

  /** @returns the verification, or why there is none */
  async function verify(id: string, sent: Sent): Promise<Verification | ServiceError> {
    try {
      const request = answerableRequest(id)
      const order = verificationOrder(sent, { request, domains: addresses.domainsOf(request), replay: 'record' })
      return await exchange.verify(id, order)
    } catch (fault) {
      if (fault instanceof ServiceError) return fault
      throw fault
    }
  }

  function recordOutcome(
    { id, sent, received }: { readonly id: string; readonly sent: Sent; readonly received: Received },
    outcome: Verification | ServiceError,
  ): HandlerFor<Operations['postRequestPresentation']> {
    return (call) => {
      const attemptId = call.newId()
      try {
        if (outcome instanceof ServiceError) throw outcome
        const answered = { id: attemptId, received, verification: outcome }
        const request = book.verified(answerableRequest(id), answered, call)
        if (outcome.valid) call.afterSuccess(() => actions.begin({ request, sent, verification: outcome }))
        return answerTo(id, outcome)
      } catch (fault) {
        if (fault instanceof ServiceError) {
          const { code: error, status } = fault
          call.afterFailure(() => book.refused(id, { id: attemptId, received, error, status }, call.now))
        }
        throw fault
      }
    }
  }

  function answerTo(request_id: string, { valid, verification_id, errors, warnings }: Verification) {
    const explanation = settings().explain && {
      errors: errors.map(problemForWallet),
      warnings: warnings.map(problemForWallet),
    }
    return { request_id, valid, verification_id, ...explanation, redirect_url: null }
  }
}

/** A problem without the values concerned: the pointer leads the wallet to what it sent. */
function problemForWallet({ check, code, pointer, ...said }: Problem) {
  return { check, code, pointer, ...messageFields(said) }
}

function receivedFrom(
  { origin, clientIdentifier }: Pick<PublicCall, 'origin' | 'clientIdentifier'>,
  body: unknown,
): Received {
  const text = JSON.stringify(body)
  return { text, bytes: Buffer.byteLength(text), remote: origin.remote ?? clientIdentifier }
}
