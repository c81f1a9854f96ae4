import { faultyFieldsError } from '../../shared/contract/errors.ts'
import { phrase } from '../../shared/phrase.ts'
import { isObject, listOf, memberOf } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CRYPTOSUITES, PROOF_TYPES } from '../../shared/presentation-exchange/proof-types.ts'
import { SIGNATURE_ALGORITHMS } from '../crypto/signature.ts'
import type { RequestKey } from './request-key.ts'
import type { QueryLanguage, StoredRequest } from './verifier-request-store.ts'

/*
 * A request in the words of OpenID4VP (docs/contract/exchange.md, Verifier: OpenID4VP). A DCQL query is asked as version 1.0 says,
 * a definition as the drafts up to 25 did, which had no `decentralized_identifier:` and named formats otherwise.
 */

type Named = Pick<StoredRequest, 'id' | 'client_id_prefix' | 'query_language'>

/** Where a request is, and who asks. */
interface Asking {
  readonly did: string
  readonly response_uri: string
}

const SCHEME = 'openid4vp://'
const DRAFT_SCHEME = { client_id_scheme: 'did' } as const
const CLIENT_NAME = 'Vaultbench verifier'
/** The JSON of a query in a link is limited, because lists of requests show links. */
const MAX_ASKED_BY_VALUE = 8192
const AUDIENCE = 'https://self-issued.me/v2'

/** The Client Identifier (OpenID4VP 1.0, 5.9): the audience of what answers the request. */
export function clientIdOf({ client_id_prefix, query_language }: Named, { did, response_uri }: Asking): string {
  if (client_id_prefix === 'redirect_uri') return `redirect_uri:${response_uri}`
  return query_language === 'dcql' ? `decentralized_identifier:${did}` : did
}

/** The `state` of a request. Unlike its nonce, it proves nothing: it names the request that an answer belongs to. */
export function stateOf({ id }: Pick<StoredRequest, 'id'>): string {
  return `state-${id}`
}

/** What a definition of the exchange asks for, as a member of a request: the query without the name around it. */
export function askedBy(definition: JsonObject): JsonObject {
  const dcql_query = memberOf(definition, 'dcql_query')
  return isObject(dcql_query) ? { dcql_query } : { presentation_definition: definition }
}

export function languageOf(asked: JsonObject): QueryLanguage {
  return Object.hasOwn(asked, 'dcql_query') ? 'dcql' : 'presentation_exchange'
}

/** @throws {ServiceError} `invalid_params` for a query that is too long for a link */
export function requireShortQuery(asked: JsonObject): void {
  if (JSON.stringify(asked).length <= MAX_ASKED_BY_VALUE) return
  const rule = phrase`cannot be ${'redirect_uri'}, because what is asked for has more than ${MAX_ASKED_BY_VALUE} characters and would stand in the link: ask with ${'decentralized_identifier'}`
  throw faultyFieldsError([{ path: 'client_id_prefix', code: 'invalid_params', rule }])
}

/** The parameters of a request (OpenID4VP 1.0, 5.1 and 8.2). */
function parametersOf(request: Named, asked: JsonObject, asking: Asking) {
  const client_id = clientIdOf(request, asking)
  return {
    client_id,
    ...(client_id === asking.did && DRAFT_SCHEME),
    response_type: 'vp_token',
    response_mode: 'direct_post',
    response_uri: asking.response_uri,
    nonce: request.id,
    state: stateOf(request),
    ...asked,
    client_metadata: { client_name: CLIENT_NAME, ...formatsFor(asked) },
  } as const
}

/** The link by which a wallet opens a request. */
export function openid4vpLink(
  request: Named & Pick<StoredRequest, 'asked'>,
  asking: Asking & { readonly request_uri: string },
): string {
  const client_id = clientIdOf(request, asking)
  const parameters =
    request.asked === null
      ? {
          client_id,
          ...(client_id === asking.did && DRAFT_SCHEME),
          request_uri: asking.request_uri,
          request_uri_method: 'post',
        }
      : parametersOf(request, request.asked, asking)
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return `${SCHEME}?${query.join('&')}`
}

interface Signing {
  readonly key: RequestKey
  readonly nowMs: number
  /** The nonce that the wallet sent, if any, which the request repeats (OpenID4VP 1.0, 5.10). */
  readonly wallet_nonce: string | undefined
}

/** The request as a JWT that is signed by the verifier (RFC 9101) and ends with the request. */
export async function signedRequest(
  request: Named & Pick<StoredRequest, 'expires_at'>,
  { asked, asking }: { readonly asked: JsonObject; readonly asking: Asking & { readonly request_uri: string } },
  { key, nowMs, wallet_nonce }: Signing,
): Promise<string> {
  const { createOpenid4vpAuthorizationRequest } = await import('../crypto/openid4vp-library.ts')
  const [iat, exp] = [nowMs, Date.parse(request.expires_at)].map((ms) => Math.floor(ms / 1000))
  const { jar } = await createOpenid4vpAuthorizationRequest({
    authorizationRequestPayload: {
      ...parametersOf(request, asked, asking),
      ...(wallet_nonce !== undefined && { wallet_nonce }),
    },
    ...(wallet_nonce !== undefined && { wallet: { expectedNonce: wallet_nonce } }),
    jar: {
      requestUri: asking.request_uri,
      jwtSigner: { method: 'did', didUrl: `${asking.did}#0`, alg: 'ES256' },
      expiresInSeconds: 0, // the times below count, which are those of the clock of the workspace
      additionalJwtPayload: { aud: AUDIENCE, iat, exp },
    },
    callbacks: {
      signJwt: (_, { header, payload }) => ({ jwt: key.sign(header, payload), signerJwk: key.publicJwk() }),
      encryptJwe: () => Promise.reject(new Error('a request is not encrypted')),
    },
  })
  if (jar === undefined) throw new Error('the library did not sign the request')
  return jar.authorizationRequestJwt
}

/** What the exchange verifies (docs/contract/exchange.md, Proofs), `EdDSA` by both of its names. */
const ALGORITHMS = [...SIGNATURE_ALGORITHMS, 'Ed25519']
const SD_JWT = { 'sd-jwt_alg_values': ALGORITHMS, 'kb-jwt_alg_values': ALGORITHMS }
const FORMATS: JsonObject = {
  'dc+sd-jwt': SD_JWT,
  'vc+sd-jwt': SD_JWT,
  jwt_vc_json: { alg_values: ALGORITHMS },
  ldp_vc: { proof_type_values: PROOF_TYPES, cryptosuite_values: CRYPTOSUITES },
}
const JWT = { alg: ALGORITHMS }
const LINKED_DATA = { proof_type: PROOF_TYPES }
const DRAFT_FORMATS: JsonObject = {
  jwt_vp: JWT,
  jwt_vc: JWT,
  jwt_vp_json: JWT,
  jwt_vc_json: JWT,
  ldp_vp: LINKED_DATA,
  ldp_vc: LINKED_DATA,
  'vc+sd-jwt': SD_JWT,
  'dc+sd-jwt': SD_JWT,
}

/** The formats that a query asks for, as far as they are verified (OpenID4VP 1.0, 11.1); for a definition all of them. */
function formatsFor(asked: JsonObject): JsonObject {
  if (languageOf(asked) !== 'dcql') return { vp_formats: DRAFT_FORMATS }
  const wanted = listOf(memberOf(memberOf(asked, 'dcql_query'), 'credentials')).map((one) => memberOf(one, 'format'))
  const vp_formats_supported = Object.fromEntries(Object.entries(FORMATS).filter(([name]) => wanted.includes(name)))
  return { vp_formats_supported }
}
