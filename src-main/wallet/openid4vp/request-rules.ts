import { isCallable, shown } from '../../../shared/openid4vp/link.ts'
import { phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'
import { textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { CodedError } from '../../../shared/coded-error.ts'

/** Why this wallet does not answer a request: a code of OpenID4VP 1.0, 8.5, or of what that builds on, and what came. */
export class RequestRefused extends CodedError<RefusalCode> {
  override readonly name = 'RequestRefused'
}

type RefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_request_object'
  | 'invalid_request_uri'
  | 'invalid_transaction_data'
  | 'unsupported_response_type'

/** @throws {RequestRefused} */
export function refuse(code: RefusalCode, message: Message): never {
  throw new RequestRefused(code, message)
}

/** A request whose parts this wallet can use. */
export interface ReadableRequest {
  readonly client_id: string
  readonly nonce: string
  readonly state: string | null
  readonly response_uri: string
}

const MAX_STATE_CHARACTERS = 2_048
const QUERIES = ['dcql_query', 'presentation_definition', 'presentation_definition_uri', 'scope'] as const
const PREFIXES_NOT_CHECKED = [
  'pre-registered',
  'x509_san_dns',
  'x509_san_uri',
  'x509_hash',
  'verifier_attestation',
  'openid_federation',
  'https',
  'http',
  'origin',
  'web-origin',
]

/**
 * What this wallet is built for, beyond the rules that the library checks: OpenID4VP 1.0 (5, 8.2), and drafts up to 24
 * as far as they name client and definition in another way.
 *
 * @param signed whether it came as a signed request object
 * @throws {RequestRefused}
 */
export function readRequest(request: JsonObject, signed: boolean): ReadableRequest {
  const { response_type, response_mode, response_uri, nonce, state = null } = request
  if (response_type !== 'vp_token')
    refuse('unsupported_response_type', phrase`response_type must be vp_token, not ${shown(response_type)}`)
  if (response_mode !== 'direct_post')
    refuse('invalid_request', phrase`response_mode must be direct_post, not ${shown(response_mode ?? 'fragment')}`)
  if ('transaction_data' in request)
    refuse('invalid_transaction_data', 'transaction_data asks to agree to a transaction, which this wallet cannot do')
  for (const name of ['redirect_uri', 'request', 'request_uri', 'client_metadata_uri'])
    if (name in request) refuse('invalid_request', phrase`${name} must not be in a request that is answered here`)
  refuseOtherQueries(request)
  if (!isCallable(response_uri))
    refuse(
      'invalid_request',
      phrase`response_uri must be an absolute http or https URL without user info and fragment, not ${shown(response_uri)}`,
    )
  if (typeof nonce !== 'string' || !/^[!-~]{1,256}$/.test(nonce))
    refuse('invalid_request', phrase`nonce must be 1 to 256 visible ASCII characters, not ${shown(nonce)}`)
  if (state !== null && (typeof state !== 'string' || state.length > MAX_STATE_CHARACTERS))
    refuse('invalid_request', phrase`state must be a text of at most 2,048 characters, not ${shown(state)}`)
  return { client_id: readClient(request, { signed, response_uri }), nonce, state, response_uri }
}

function refuseOtherQueries(request: JsonObject): void {
  const named = QUERIES.filter((name) => name in request)
  if (named.length !== 1)
    refuse(
      'invalid_request',
      phrase`one of dcql_query, presentation_definition and presentation_definition_uri must be there, not ${named.join(' and ') || 'none'}`,
    )
  if (named[0] === 'scope')
    refuse('invalid_scope', phrase`scope stands for a query that this wallet does not know: ${shown(request['scope'])}`)
}

/** Whether the client is one that this wallet can check: by its DID, or by the address that the answer goes to. */
function readClient(
  request: JsonObject,
  { signed, response_uri }: { readonly signed: boolean; readonly response_uri: string },
): string {
  const { client_id, client_id_scheme } = request
  const text = textOf(client_id) ?? refuse('invalid_request', phrase`client_id must be a text, not ${shown(client_id)}`)
  const [prefix = ''] = text.split(':', 1)
  const scheme = client_id_scheme ?? (text.includes(':') ? prefix : 'pre-registered')
  if (scheme === 'decentralized_identifier' || scheme === 'did') {
    if (!signed) refuse('invalid_client', phrase`a request of ${shown(text)} must be signed, and this one is not`)
    return text
  }
  if (scheme !== 'redirect_uri') {
    const known = PREFIXES_NOT_CHECKED.some((one) => one === scheme)
    refuse(
      'invalid_client',
      known
        ? phrase`this wallet cannot check a client of the kind ${shown(scheme)}: ${shown(text)}`
        : phrase`client_id has an unknown prefix: ${shown(text)}`,
    )
  }
  if (signed) refuse('invalid_client', phrase`a request of ${shown(text)} must not be signed, and this one is`)
  const address = client_id_scheme === undefined ? text.slice('redirect_uri:'.length) : text
  if (address !== response_uri)
    refuse(
      'invalid_client',
      phrase`the answer would go to ${shown(response_uri)}, which is not the client ${shown(text)}`,
    )
  return text
}
