import { ServiceError } from '../../shared/contract/errors.ts'
import type { HttpCall } from './http-call.ts'
import { headerOf } from './http-call.ts'

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const HTTP_PORT = 80
const MAX_TARGET_LENGTH = 8 * 1024
const MAX_HEADER_LENGTH = 8 * 1024

/** Values of Sec-Fetch-Site that a page of ours, an address typed by a person, or a program sends. */
const OWN_FETCH_SITES: readonly (string | undefined)[] = [undefined, 'same-origin', 'none']

/**
 * Decides whether a request may be looked at at all, before anything else of it is: it must name this server by a
 * loopback name and the right port (threat 5, DNS rebinding), and must not come from a page of another origin
 * (threat 6). Listed origins are compared as whole strings.
 *
 * @returns why it is refused, or undefined
 */
export function refusalOf(call: HttpCall, corsOrigins: readonly string[]): ServiceError | undefined {
  if (!isOwnHost(call)) return forbidden('host_not_allowed', 'this server answers under its own loopback address only')
  if (!isOriginForm(call.target)) return badRequest('the request line must hold a path of at most 8 KiB')
  if (hasLongHeader(call)) return badRequest('a header is longer than 8 KiB')
  const origin = headerOf(call, 'origin')
  if (origin !== undefined && corsOrigins.includes(origin)) return undefined
  if (origin !== undefined && origin !== `http://${headerOf(call, 'host') ?? ''}`) return foreignOrigin()
  return OWN_FETCH_SITES.includes(headerOf(call, 'sec-fetch-site')) ? undefined : foreignOrigin()
}

function isOwnHost({ hostLines, headers, localPort }: HttpCall): boolean {
  const { host } = headers
  if (hostLines !== 1 || typeof host !== 'string') return false
  return LOOPBACK_NAMES.some((name) => host === `${name}:${localPort}` || (localPort === HTTP_PORT && host === name))
}

/** `/path?query`; not `http://…`, not `*`, and not `//host`, which a client could take for an address. */
function isOriginForm(target: string): boolean {
  return target.startsWith('/') && !target.startsWith('//') && target.length <= MAX_TARGET_LENGTH
}

function hasLongHeader({ headers }: HttpCall): boolean {
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string' && value.length > MAX_HEADER_LENGTH) return true
  }
  return false
}

function foreignOrigin(): ServiceError {
  return forbidden('origin_not_allowed', 'pages of other origins may not call this server')
}

function forbidden(reason: string, message: string): ServiceError {
  return new ServiceError('forbidden', message, { extraInfo: { reason } })
}

function badRequest(message: string): ServiceError {
  return new ServiceError('bad_request', message)
}
