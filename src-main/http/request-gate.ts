import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { CorsOrigins } from './cors.ts'
import { headerOf } from './http-call.ts'

/** The prefix of the window's own paths, which no page of another origin may call. */
export const WORKBENCH_MOUNT = '/workbench'

/** The configured hosts and ports from which a path is forwarded to this server. */
export type ForwardedHosts = (path: string) => readonly string[]

export const NOT_FORWARDED: ForwardedHosts = () => []

/** Which requests a listener accepts. */
export interface ListenerPolicy {
  /** The host names of this server, without a port. */
  readonly names: readonly string[]
  /** Further Host values for a path, with their ports. */
  readonly forwardedHosts: ForwardedHosts
  /** Whether a path is served at all. */
  mayReach(path: string): boolean
  readonly corsOrigins: CorsOrigins
}

export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']
const HTTP_PORT = 80
/** Enough for two lists of 500 ids in a query, in any encoding. */
const MAX_TARGET_LENGTH = 48 * 1024
/** Enough for the longest JSON Web Token, which has 16,384 characters. */
const MAX_HEADER_LENGTH = 20 * 1024

/** The values of Sec-Fetch-Site sent by our own pages, for a typed address, or by a program. */
const OWN_FETCH_SITES: readonly (string | undefined)[] = [undefined, 'same-origin', 'none']

/**
 * Decides whether a request is processed at all. Its Host must be one of this server's names with the right port, or a
 * configured one (threat 5, DNS rebinding), and it must not come from a page of an unlisted origin (threat 6). Listed
 * origins are compared as whole strings.
 *
 * @returns the refusal, or undefined
 */
export function refusalOf(incoming: IncomingMessage, policy: ListenerPolicy): ServiceError | undefined {
  toOriginForm(incoming)
  const { url = '', rawHeaders } = incoming
  if (!isOwnHost(incoming, policy))
    return forbidden('host_not_allowed', 'This server answers under its own address only.')
  if (!isOriginForm(url)) return badRequest('The request line must hold a path of at most 48 KiB.')
  if (rawHeaders.some((text) => text.length > MAX_HEADER_LENGTH))
    return new ServiceError('headers_too_large', 'A header is longer than 20 KiB.')
  const path = pathOfTarget(url)
  if (!policy.mayReach(path)) return new ServiceError('not_found', 'Nothing is served at this path.')
  const listed = url.startsWith(WORKBENCH_MOUNT) ? [] : policy.corsOrigins(path)
  return isOwnOrigin(incoming, listed) || opensWindow(incoming) ? undefined : foreignOrigin()
}

/** Reduces an absolute address, as sent to a proxy (RFC 9112, 3.2.2), to its path if it matches Host. */
function toOriginForm(incoming: IncomingMessage): void {
  const { url = '' } = incoming
  if (url.startsWith('/')) return
  const address = `http://${hostOf(incoming) ?? ''}`
  const rest = url.slice(address.length)
  if (url.slice(0, address.length).toLowerCase() !== address || !/^(?:$|[/?])/.test(rest)) return
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** Host names are compared ignoring case (RFC 9110, 4.2.3). */
function hostOf({ headers }: IncomingMessage): string | undefined {
  return headers.host?.toLowerCase()
}

/**
 * Whether a request opens the window in a tab of its own. It is the only request allowed from anywhere, for example
 * from our start page on disk. Its answer has no secrets or effects, and its opener can neither read nor frame it.
 * Pages cannot forge these headers, which browsers set themselves.
 */
function opensWindow(incoming: IncomingMessage): boolean {
  return (
    incoming.method === 'GET' &&
    incoming.url === '/' &&
    headerOf(incoming, 'origin') === undefined &&
    headerOf(incoming, 'sec-fetch-mode') === 'navigate' &&
    headerOf(incoming, 'sec-fetch-dest') === 'document'
  )
}

/** The path before the query, as sent. */
export function pathOfTarget(target: string): string {
  return target.split('?', 1)[0] ?? ''
}

function isOwnOrigin(incoming: IncomingMessage, listed: readonly string[]): boolean {
  const origin = headerOf(incoming, 'origin')
  if (origin !== undefined && listed.includes(origin)) return true
  if (origin !== undefined && origin !== `http://${hostOf(incoming) ?? ''}`) return false
  return OWN_FETCH_SITES.includes(headerOf(incoming, 'sec-fetch-site'))
}

function isOwnHost(
  incoming: IncomingMessage,
  { names, forwardedHosts }: Pick<ListenerPolicy, 'names' | 'forwardedHosts'>,
) {
  const {
    url = '',
    rawHeaders,
    socket: { localPort },
  } = incoming
  const host = hostOf(incoming)
  if (host === undefined || countHostLines(rawHeaders) !== 1) return false
  if (names.some((name) => host === `${name}:${localPort}` || (localPort === HTTP_PORT && host === name))) return true
  return forwardedHosts(pathOfTarget(url)).includes(host)
}

/** Counts Host in the raw headers: several are an attack by ambiguity, and the parsed headers keep only the first. */
function countHostLines(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/**
 * Accepts `/path?query`, but not `http://…` or `*`, nor `//host`, which a client could take for an address, nor a
 * backslash, which some parsers take for a slash.
 */
function isOriginForm(target: string): boolean {
  return target.length <= MAX_TARGET_LENGTH && /^\/(?!\/)[^\\?]*(?:\?|$)/.test(target)
}

function foreignOrigin(): ServiceError {
  return forbidden('origin_not_allowed', 'Pages of other origins may not call this server.')
}

function forbidden(reason: string, message: string): ServiceError {
  return new ServiceError('forbidden', message, { extraInfo: { reason } })
}

function badRequest(message: string): ServiceError {
  return new ServiceError('bad_request', message)
}
