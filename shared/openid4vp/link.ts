import { hasUserInfo, isHttpUrl } from '../http-url.ts'
import { phrase } from '../phrase.ts'
import type { Message } from '../phrase.ts'
import { readCompactJwt } from '../presentation-exchange/compact-jwt.ts'
import { memberOf, textOf } from '../presentation-exchange/json.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'

/*
 * The link by which a wallet opens a request of OpenID4VP 1.0 (5): its parameters themselves, or where the request object
 * lies (`request_uri`) or is (`request`, RFC 9101). Reading a link calls nothing.
 */

/** The schemes that wallets of today are opened by, besides the own one of a wallet. */
const SCHEMES: readonly string[] = ['openid4vp', 'haip', 'eudi-openid4vp']
/** A request by value has its whole query in it. */
export const MAX_REQUEST_LINK_LENGTH = 16_384
/** What no other link of a wallet's own scheme has. */
const REQUEST_PARAMETERS = ['request_uri', 'request', 'response_type', 'response_uri']

/** A link that was read. */
export interface RequestLink {
  readonly client_id: string
  /** Where the request object is fetched from; undefined where the link has it, or the parameters themselves. */
  readonly request_uri: string | undefined
  readonly request_uri_method: 'get' | 'post'
  /** All parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>
}

type RequestLinkReading =
  | { readonly ok: true; readonly link: RequestLink }
  /** `reason` is a word for programs. */
  | { readonly ok: false; readonly reason: string; readonly message: Message }

/** An address that answering a link will call. */
export interface CalledAddress {
  /** What is fetched there with `GET` or, for a request of OpenID4VP, `POST`; or that the presentation is sent there. */
  readonly use: 'request' | 'definition' | 'answer'
  readonly url: string
}

/** @param ownScheme the scheme of the wallet that reads the link */
export function isRequestLink(text: string, ownScheme: string): boolean {
  const scheme = schemeOf(text)
  if (SCHEMES.includes(scheme)) return true
  return scheme === ownScheme.toLowerCase() && REQUEST_PARAMETERS.some((name) => parametersOf(text).has(name))
}

/**
 * Reads a link of which {@link isRequestLink} holds. Values are decoded as a form, each parameter stands once, and unknown
 * ones are kept.
 */
export function readRequestLink(text: string): RequestLinkReading {
  if (text.length > MAX_REQUEST_LINK_LENGTH)
    return refused('too_long', phrase`the link is longer than ${MAX_REQUEST_LINK_LENGTH} characters`)
  const pairs = [...parametersOf(text)]
  const repeated = pairs.find(([name], place) => pairs.findIndex(([other]) => other === name) !== place)
  if (repeated !== undefined)
    return refused('parameter_repeated', phrase`the link has the parameter "${shown(repeated[0])}" more than once`)
  const parameters = Object.fromEntries(pairs)
  const { client_id = '', request_uri, request, request_uri_method = 'get' } = parameters
  if (client_id === '') return refused('client_id_missing', 'the link does not say who asks: it has no client_id')
  if (request !== undefined && request_uri !== undefined)
    return refused('request_twice', 'the link has request and request_uri, and only one of them may be there')
  if (request_uri !== undefined && !isCallable(request_uri))
    return refused(
      'request_uri_invalid',
      phrase`request_uri must be an absolute http or https URL without user info and fragment, not "${shown(request_uri)}"`,
    )
  if (request_uri_method !== 'get' && request_uri_method !== 'post')
    return refused(
      'request_uri_method_invalid',
      phrase`request_uri_method must be get or post, not "${shown(request_uri_method)}"`,
    )
  return { ok: true, link: { client_id, request_uri, request_uri_method, parameters } }
}

/**
 * What a link leads to, for a person to see before anything is called. Where the request is fetched, the address of the
 * answer is in it, and is shown before anything is sent there.
 */
export function calledBy({ request_uri, parameters }: RequestLink): readonly CalledAddress[] {
  if (request_uri !== undefined) return [{ use: 'request', url: request_uri }]
  const request: JsonObject | undefined =
    parameters['request'] === undefined ? parameters : readCompactJwt(parameters['request'])?.payload
  const named = [
    { use: 'definition', url: textOf(memberOf(request, 'presentation_definition_uri')) },
    { use: 'answer', url: textOf(memberOf(request, 'response_uri')) },
  ] as const
  return named.flatMap(({ use, url }) => (isCallable(url) ? [{ use, url }] : []))
}

/** Whether a link promises a signed request, which is checked once the request is there. */
export function isSaidSigned({ request_uri, parameters }: RequestLink): boolean {
  return request_uri !== undefined || parameters['request'] !== undefined
}

/** Whether a value is an address that a wallet calls: absolute, http or https, without user info and fragment. */
export function isCallable(value: unknown): value is string {
  return typeof value === 'string' && isHttpUrl(value) && !value.includes('#') && !hasUserInfo(value)
}

/** A value of somebody else in a message: cut, and without signs that move a cursor. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.slice(0, 200).replaceAll(/\p{C}/gu, '\uFFFD')
}

function schemeOf(text: string): string {
  return (/^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1] ?? '').toLowerCase()
}

function parametersOf(text: string): URLSearchParams {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(text) ?? []
  return new URLSearchParams(query)
}

function refused(reason: string, message: Message): RequestLinkReading {
  return { ok: false, reason, message }
}
