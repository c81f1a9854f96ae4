import { ServiceError, messageFields } from '../../shared/contract/errors.ts'
import type { Problem, Verification } from '../../shared/contract/presentations.ts'
import type { Media } from '../../shared/contract/media.ts'
import type { InputFor } from '../../shared/contract/operation.ts'
import type { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import type { MixedHandlersFor, PublicCall } from '../service/call.ts'
import { askedBy, signedRequest } from './openid4vp-request.ts'
import { declinedIn, presentedIn, requireOneResponse, requireShapeAsked } from './openid4vp-response.ts'
import type { Received } from './request-book.ts'
import { requireAttemptLeft, requireFetchLeft } from './request-limits.ts'
import { requestMutex } from './request-mutex.ts'
import { requireOpen } from './request-states.ts'
import { senderLimit } from './sender-limit.ts'
import { verificationOrder } from './verification-order.ts'
import type { VerifierParts } from './verifier-parts.ts'
import { getRequest } from './verifier-parts.ts'
import type { Door, StoredRequest } from './verifier-request-store.ts'
import { requireAbleWallet } from './wallet-metadata.ts'

type Sent = Parameters<typeof verificationOrder>[0]
type Operations = typeof verifierRequestOperations
type WalletHandlers = Pick<
  MixedHandlersFor<Operations>,
  | 'getRequestDefinition'
  | 'probeRequestDestination'
  | 'postRequestPresentation'
  | 'getRequestObject'
  | 'postRequestObject'
  | 'postAuthorizationResponse'
>

/** What a wallet posted to a request, and where. */
interface Arrival {
  readonly id: string
  readonly door: Door
  readonly sent: Sent
  /** Refuses what the exchange need not be asked about. @throws {ServiceError} */
  readonly check?: (request: StoredRequest) => Promise<void>
}

/**
 * Handles the calls of wallets (docs/contract/exchange.md, Wallet endpoints, Verifier: OpenID4VP). A closed request is refused
 * before the exchange is called, and again in the transaction that stores the answer, so that of two simultaneous valid
 * presentations only one counts, whichever way they came. Presentations for one request are verified one at a time, so
 * that a request never exceeds its maximum of attempts.
 */
export function walletHandlers(parts: VerifierParts): WalletHandlers {
  const { requests, book, exchange, addresses, settings, actions, requestKey } = parts
  const exclusively = requestMutex()
  const withinLimit = senderLimit()
  return {
    getRequestDefinition: {
      async prepare(_, { params }) {
        const { id, definition_id } = fetchableRequest(params.request_id)
        const definition = await exchange.readDefinition(definition_id, id)
        return noteFetch(id, definition)
      },
    },
    probeRequestDestination(_, { params }) {
      answerableRequest(params.request_id)
      return undefined
    },
    postRequestPresentation: {
      async prepare(call, { params, body }) {
        const record = await judge(call, { id: params.request_id, door: 'presentations', sent: body })
        return (writing) => ({ ...answerTo(params.request_id, record(writing)), redirect_url: null })
      },
    },
    getRequestObject: { prepare: (call, { params }) => requestObject(call, params.request_id, {}) },
    postRequestObject: { prepare: (call, { params, body }) => requestObject(call, params.request_id, body) },
    postAuthorizationResponse: {
      async prepare(call, { params: { request_id: id }, body }) {
        const sent = presentedIn(body)
        const check = async (request: StoredRequest) => {
          requireOneResponse(id, body)
          requireShapeAsked(sent, askedBy(await exchange.readDefinition(request.definition_id, id)))
        }
        if (body.error !== undefined && body.vp_token === undefined) return noteDeclined(call, id, body)
        const record = await judge(call, { id, door: 'response', sent, check })
        return (writing) => answerTo(id, record(writing))
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

  function noteFetch<Reply>(id: string, reply: Reply): (call: PublicCall) => Reply {
    return (call) => {
      book.fetched(fetchableRequest(id), call)
      call.addHeader('Cache-Control', 'no-store')
      return reply
    }
  }

  /** @throws {ServiceError} `not_found` for a request that is sent by value, `invalid_params` for a wallet unable to answer */
  async function requestObject(
    { nowMs }: Pick<PublicCall, 'nowMs'>,
    id: string,
    { wallet_nonce, wallet_metadata }: InputFor<Operations['postRequestObject']>['body'],
  ): Promise<(call: PublicCall) => Media> {
    const request = fetchableRequest(id)
    if (request.client_id_prefix === 'redirect_uri') {
      throw new ServiceError('not_found', 'This request is not signed: its link is the whole request.')
    }
    if (wallet_metadata !== undefined) requireAbleWallet(wallet_metadata, request)
    const asked = askedBy(await exchange.readDefinition(request.definition_id, id))
    const what = { asked, asking: addresses.askingOf(request) }
    const data = await signedRequest(request, what, { key: requestKey, nowMs, wallet_nonce })
    return noteFetch(id, { content_type: REQUEST_OBJECT_TYPE, encoding: 'utf8', data })
  }

  /**
   * Verifies what was posted, or finds the reason for which it is not.
   *
   * @returns a function that records the outcome in a call, and returns the verification or throws the reason
   */
  async function judge(
    call: Pick<PublicCall, 'origin' | 'clientIdentifier'>,
    arrival: Arrival,
  ): Promise<(call: PublicCall) => Verification> {
    const received = receivedFrom(call, arrival)
    const outcome = await withinLimit(call.origin.remote, () => exclusively(arrival.id, () => verify(arrival)))
    return recordOutcome(arrival, received, outcome)
  }

  /** @returns the verification, or why there is none */
  async function verify({ id, door, sent, check }: Arrival): Promise<Verification | ServiceError> {
    try {
      const request = answerableRequest(id)
      await check?.(request)
      const domains = addresses.domainsOf(request, door)
      return await exchange.verify(id, verificationOrder(sent, { request, domains, replay: 'record' }))
    } catch (fault) {
      if (fault instanceof ServiceError) return fault
      throw fault
    }
  }

  function recordOutcome(
    { id, sent }: Arrival,
    received: Received,
    outcome: Verification | ServiceError,
  ): (call: PublicCall) => Verification {
    return recordingRefusal(id, received, (call, attemptId) => {
      if (outcome instanceof ServiceError) throw outcome
      const answered = { id: attemptId, received, verification: outcome }
      const request = book.verified(answerableRequest(id), answered, call)
      if (outcome.valid) call.afterSuccess(() => actions.begin({ request, sent, verification: outcome }))
      return outcome
    })
  }

  /** Records that the wallet declined, which leaves the request open and is answered by an object without members. */
  function noteDeclined(
    call: Pick<PublicCall, 'origin' | 'clientIdentifier'>,
    id: string,
    body: InputFor<Operations['postAuthorizationResponse']>['body'],
  ): (call: PublicCall) => Record<string, never> {
    const received = receivedFrom(call, { door: 'response', sent: body })
    return recordingRefusal(id, received, (writing) => {
      const request = getRequest(requests, id)
      requireOpen(request.state)
      requireOneResponse(id, body)
      book.declined(request, { bytes: received.bytes, detail: declinedIn(body) }, writing)
      return {}
    })
  }

  /** Runs work, and records why it refuses what was received. */
  function recordingRefusal<Result>(
    id: string,
    received: Received,
    work: (call: PublicCall, attemptId: string) => Result,
  ): (call: PublicCall) => Result {
    return (call) => {
      const attemptId = call.newId()
      try {
        return work(call, attemptId)
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
    return { request_id, valid, verification_id, ...explanation }
  }
}

const REQUEST_OBJECT_TYPE = 'application/oauth-authz-req+jwt'

/** A problem without the values concerned: the pointer leads the wallet to what it sent. */
function problemForWallet({ check, code, pointer, ...said }: Problem) {
  return { check, code, pointer, ...messageFields(said) }
}

function receivedFrom(
  { origin, clientIdentifier }: Pick<PublicCall, 'origin' | 'clientIdentifier'>,
  { door, sent }: Pick<Arrival, 'door' | 'sent'>,
): Received {
  const text = JSON.stringify(sent)
  return { text, bytes: Buffer.byteLength(text), remote: origin.remote ?? clientIdentifier, door }
}
