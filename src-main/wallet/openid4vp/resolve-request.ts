import { MAX_DEFINITION_BYTES } from '../../../shared/contract/presentation-definitions.ts'
import { shown } from '../../../shared/openid4vp/link.ts'
import type { RequestLink } from '../../../shared/openid4vp/link.ts'
import { asPhrase, phrase } from '../../../shared/phrase.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { jsonIn, readCompactJws, readJsonPart } from '../../crypto/compact-jws.ts'
import { randomBytes } from '../../crypto/random.ts'
import { SIGNATURE_ALGORITHMS } from '../../crypto/signature.ts'
import { FORM_TYPE } from '../presentations/post.ts'
import { ALGORITHMS } from '../presentations/sign.ts'
import { LINKED_DATA_PROOF } from '../signing/linked-data-signer.ts'
import type { WalletHttp, WalletPorts, WalletReply } from '../store/wallet-ports.ts'
import { readRequest, refuse } from './request-rules.ts'
import type { ReadableRequest } from './request-rules.ts'

/** A request that was checked. */
export interface ResolvedRequest extends ReadableRequest {
  readonly signed: boolean
  /** `{ dcql_query }` or a presentation definition, not checked; undefined where it lies at `definition_uri`. */
  readonly definition: JsonObject | undefined
  readonly definition_uri: string | undefined
}

/** A request object as it came, and what it must repeat. */
export interface FetchedRequest {
  readonly jwt: string
  /** Undefined where it was fetched by GET or is in the link. */
  readonly wallet_nonce: string | undefined
}

const FETCH_TIMEOUT_MS = 10_000
const NONCE_BYTES = 16
/** How far the clock of a verifier may be ahead. */
const SKEW_SECONDS = 60
/** Parameters of a link that are JSON. */
const JSON_PARAMETERS = [
  'dcql_query',
  'presentation_definition',
  'client_metadata',
  'transaction_data',
  'verifier_info',
  'verifier_attestations',
]
const HOLDER_ALGORITHMS = Object.values(ALGORITHMS)

/** What this wallet can do, as a verifier learns it with a request by POST (OpenID4VP 1.0, 5.10 and 10). */
const WALLET_METADATA = {
  vp_formats_supported: {
    'dc+sd-jwt': { 'sd-jwt_alg_values': SIGNATURE_ALGORITHMS, 'kb-jwt_alg_values': HOLDER_ALGORITHMS },
    jwt_vc_json: { alg_values: HOLDER_ALGORITHMS },
    ldp_vc: { proof_type_values: [LINKED_DATA_PROOF] },
  },
  client_id_prefixes_supported: ['redirect_uri', 'decentralized_identifier'],
  request_object_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
  response_types_supported: ['vp_token'],
  response_modes_supported: ['direct_post'],
}

/** Fetches the request object of a link (OpenID4VP 1.0, 5.10). @throws {WalletHttpError} if there is no reply */
export async function fetchRequest(
  http: WalletHttp,
  { request_uri: url = '', request_uri_method }: RequestLink,
  userId: string,
): Promise<{ readonly reply: WalletReply; readonly wallet_nonce: string | undefined }> {
  const accept = { accept: 'application/oauth-authz-req+jwt' }
  const limits = { timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_DEFINITION_BYTES, userId }
  if (request_uri_method === 'get') {
    return { reply: await http({ method: 'GET', url, headers: accept, ...limits }), wallet_nonce: undefined }
  }
  const wallet_nonce = encodeBase64Url(randomBytes(NONCE_BYTES))
  const body = String(new URLSearchParams({ wallet_metadata: JSON.stringify(WALLET_METADATA), wallet_nonce }))
  const headers = { ...accept, 'content-type': FORM_TYPE }
  return { reply: await http({ method: 'POST', url, headers, body, ...limits }), wallet_nonce }
}

/** The request object in a reply. @throws {RequestRefused} */
export function requestIn({ status, body }: Pick<WalletReply, 'status' | 'body'>): string {
  if (status !== 200) refuse('invalid_request_uri', phrase`the verifier answered ${status} instead of a request`)
  return body.trim()
}

/**
 * Checks a request: what this wallet is built for, the signature by the DID of the client, the times, and the rules that the
 * library knows.
 *
 * @param fetched undefined where the link has the parameters themselves
 * @throws {RequestRefused}
 */
export async function resolveRequest(
  link: RequestLink,
  fetched: FetchedRequest | undefined,
  ports: Pick<WalletPorts, 'clock' | 'checkSignedByDid'>,
): Promise<ResolvedRequest> {
  const request = fetched === undefined ? requestOf(link) : readRequestObject(fetched.jwt)
  const readable = readRequest(request, fetched !== undefined)
  if (fetched !== undefined) checkSignedRequest(request, { link, fetched, ports })
  const definition_uri = textOf(request['presentation_definition_uri'])
  if (definition_uri !== undefined && fetched !== undefined)
    refuse(
      'invalid_request',
      'presentation_definition_uri of a fetched request was shown to nobody, so it is not called',
    )
  await checkByLibrary(link, request, fetched)
  const query = jsonOf(request['dcql_query'])
  const definition = query === undefined ? jsonOf(request['presentation_definition']) : { dcql_query: query }
  if (definition_uri === undefined && (typeof definition !== 'object' || definition === null))
    refuse('invalid_request', phrase`the definition must be an object, not ${shown(definition)}`)
  return {
    ...readable,
    signed: fetched !== undefined,
    definition: definition as JsonObject | undefined,
    definition_uri,
  }
}

/** The parameters of a link, of which some are JSON. @throws {RequestRefused} */
function requestOf({ parameters }: RequestLink): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => {
      if (!JSON_PARAMETERS.includes(name)) return [name, text]
      const value = jsonIn(Buffer.from(text))
      if (value === undefined)
        refuse('invalid_request', phrase`${name} is not JSON with each member once: ${shown(text)}`)
      return [name, value]
    }),
  )
}

/** @throws {RequestRefused} */
function readRequestObject(jwt: string): JsonObject {
  if (jwt.split('.').length === 5)
    refuse('invalid_request_object', 'the request is encrypted, and this wallet has no key for that')
  try {
    const { header, parts } = readCompactJws(jwt)
    const { alg } = header
    if (alg === 'none') refuse('invalid_request_object', 'the request object is not signed: its alg is none')
    return readJsonPart(parts[1])
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault
    return refuse('invalid_request_object', phrase`the request object is no signed JWT: ${fault.message}`)
  }
}

interface SignedRequest {
  readonly link: RequestLink
  readonly fetched: FetchedRequest
  readonly ports: Pick<WalletPorts, 'clock' | 'checkSignedByDid'>
}

/** @throws {RequestRefused} */
function checkSignedRequest(request: JsonObject, { link, fetched, ports }: SignedRequest): void {
  const { client_id, wallet_nonce, iat, exp, nbf } = request
  if (client_id !== link.client_id)
    refuse('invalid_client', phrase`the request is of ${shown(client_id)}, and its link of ${shown(link.client_id)}`)
  if (fetched.wallet_nonce !== undefined && wallet_nonce !== fetched.wallet_nonce)
    refuse('invalid_request', phrase`wallet_nonce must repeat what this wallet sent, not ${shown(wallet_nonce)}`)
  const now = Math.floor(ports.clock.nowMs() / 1000)
  for (const [name, time] of Object.entries({ iat, exp, nbf }))
    if (time !== undefined && typeof time !== 'number')
      refuse('invalid_request_object', phrase`${name} must be a number of seconds, not ${shown(time)}`)
  if (Number(exp ?? Infinity) <= now) refuse('invalid_request_object', phrase`the request has ended: exp ${shown(exp)}`)
  const begun = Math.max(Number(iat ?? 0), Number(nbf ?? 0))
  if (begun > now + SKEW_SECONDS)
    refuse('invalid_request_object', phrase`the request is from the future: iat or nbf ${begun}`)
  const fault = ports.checkSignedByDid(fetched.jwt)
  if (fault !== undefined)
    refuse('invalid_request_object', phrase`the signature of the request does not hold: ${asPhrase(fault)}`)
}

/**
 * The rules of the library, with the signature as checked before. It gets what is signed without `iss`, which a wallet
 * must ignore (OpenID4VP 1.0, 5), and the library does not.
 *
 * @throws {RequestRefused}
 */
async function checkByLibrary(
  { client_id, parameters }: RequestLink,
  request: JsonObject,
  fetched: FetchedRequest | undefined,
): Promise<void> {
  const { resolveOpenid4vpAuthorizationRequest } = await import('../../crypto/openid4vp-library.ts')
  const { presentation_definition_uri: _fetchedHere, iss: _ignored, ...rest } = request
  const { client_id_scheme } = parameters
  const scheme = client_id_scheme === undefined ? {} : { client_id_scheme }
  try {
    await resolveOpenid4vpAuthorizationRequest({
      authorizationRequestPayload:
        fetched === undefined ? rest : { client_id, request: withPayload(fetched.jwt, rest), ...scheme },
      wallet: fetched?.wallet_nonce === undefined ? {} : { expectedNonce: fetched.wallet_nonce },
      callbacks: {
        // Nobody reads the key: `checkSignedByDid` has verified by the one that `kid` names.
        verifyJwt: ({ method }) =>
          Promise.resolve(method === 'did' ? { verified: true, signerJwk: { kty: 'unread' } } : { verified: false }),
        fetch: () => Promise.reject(new Error('the library fetches nothing')),
        decryptJwe: () => Promise.resolve({ decrypted: false }),
        hash: () => Promise.reject(new Error('no certificate is read')),
      },
    })
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    const told = textOf(memberOf(memberOf(fault, 'errorResponse'), 'error_description')) ?? fault.message
    refuse('invalid_request', phrase`the request breaks a rule of OpenID4VP: ${shown(told.replaceAll(/\s+/g, ' '))}`)
  }
}

function withPayload(jwt: string, payload: JsonObject): string {
  const [header, , signature] = jwt.split('.')
  return [header, encodeBase64Url(Buffer.from(JSON.stringify(payload))), signature].join('.')
}

/** An object, or the JSON of one: older verifiers send it as a text. */
function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? jsonIn(Buffer.from(value)) : value
}
