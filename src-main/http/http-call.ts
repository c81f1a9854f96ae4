import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHeaders } from '../service/headers.ts'
import { KNOWN_HEADER_NAMES } from '../service/headers.ts'
import type { BodyBudget } from './body-budget.ts'

/** The connection of a request. */
export interface HttpConnection {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Aborted when the server stops. */
  readonly closing: AbortSignal
}

/** A request whose first line and headers have been read, but not its body. */
export interface HttpCall {
  readonly method: string
  /** Scheme and host that the caller sent, for example `http://localhost:8080`. */
  readonly origin: string
  readonly path: string
  /** The query after the `?`, as sent. */
  readonly search: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The address of the other end; null for a request from inside the program. */
  readonly remote: string | null
  /** Aborted when the caller is gone or the server stops, to end streams. */
  readonly gone: AbortSignal
  /** The incoming body. Calling this sends `100 Continue` to a caller that waits for it. */
  body(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export class CallerGone extends Error {
  constructor(cause: unknown) {
    super('the caller closed the connection before the request was complete', { cause })
    this.name = 'CallerGone'
  }
}

/**
 * Reads a request on a connection without creating a web `Request`, the first of which makes Node load its whole HTTP
 * client.
 *
 * @param budget the memory for incoming bodies
 */
export function callOnConnection({ incoming, outgoing, closing }: HttpConnection, budget: BodyBudget): HttpCall {
  const { method = '', url = '', headers, socket } = incoming
  return {
    method,
    origin: `http://${headers.host ?? ''}`, // the request gate has checked it
    ...partsOfTarget(url),
    headers,
    remote: socket.remoteAddress ?? null,
    get gone() {
      const closed = new AbortController()
      outgoing.once('close', () => {
        closed.abort()
      })
      return AbortSignal.any([closing, closed.signal])
    },
    body() {
      if (headers.expect?.toLowerCase() === '100-continue') outgoing.writeContinue()
      // Unread bytes are discarded after the answer (write-answer.ts).
      return budget.counted(incoming.iterator({ destroyOnReturn: false }))
    },
  }
}

/** Reads a request from inside the program, whose body is already in memory. */
export function callOfRequest(request: Request): HttpCall {
  const { protocol, host, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    origin: `${protocol}//${host}`, // `origin` is "null" for the window's own scheme
    ...partsOfTarget(pathname + search),
    headers: Object.fromEntries(request.headers),
    remote: null,
    gone: request.signal,
    body: () => request.body ?? [],
  }
}

/** Splits a target without normalizing it, because resolving `..` would change its meaning. */
function partsOfTarget(target: string): Pick<HttpCall, 'path' | 'search'> {
  const mark = target.indexOf('?')
  return mark === -1 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

export function headerOf(call: Pick<HttpCall, 'headers'>, name: string): string | undefined {
  const value = call.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The headers for the service; all others are dropped. */
export function knownHeaders(call: Pick<HttpCall, 'headers'>): RequestHeaders {
  const known: Record<string, string> = {}
  for (const name of KNOWN_HEADER_NAMES) {
    const value = call.headers[name]
    if (typeof value === 'string') known[name] = value
  }
  return known
}
