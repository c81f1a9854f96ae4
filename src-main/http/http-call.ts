import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHeaders } from '../service/headers.ts'
import { KNOWN_HEADER_NAMES } from '../service/headers.ts'
import type { BodyBudget } from './body-budget.ts'

/** The connection a request came in on. */
export interface HttpConnection {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** Aborted when the server stops. */
  readonly closing: AbortSignal
}

/** A request whose first line and headers were read, and whose body was not. */
export interface HttpCall {
  readonly method: string
  /** Scheme and host as the caller named them, for example `http://localhost:8080`. */
  readonly origin: string
  readonly path: string
  /** What follows the `?`, as sent. */
  readonly search: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Address of the other end; null when the request came from inside the program. */
  readonly remote: string | null
  /** Aborted when nobody waits for the answer any more, or the server stops: for answers that never end by themselves. */
  readonly gone: AbortSignal
  /** The body as it comes in; until this is called, a caller who waits to be asked for it is not asked. */
  body(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Nobody waits for the answer any more. */
export class CallerGone extends Error {
  constructor(cause: unknown) {
    super('the caller closed the connection before the request was complete', { cause })
    this.name = 'CallerGone'
  }
}

/**
 * Takes from a request on a connection what the interface needs, without making web objects of it: Node loads all of its
 * HTTP client with the first of them.
 *
 * @param budget of the bodies that come in
 */
export function callOnConnection({ incoming, outgoing, closing }: HttpConnection, budget: BodyBudget): HttpCall {
  const { method = '', url = '', headers, socket } = incoming
  return {
    method,
    origin: `http://${headers.host ?? ''}`, // the gate has looked at it
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
      // What is not read here is thrown away after the answer (write-answer.ts).
      return budget.counted(incoming.iterator({ destroyOnReturn: false }))
    },
  }
}

/** The same of a request from inside the program, whose body is in memory already. */
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

/** Both parts stay as they were sent: what a URL would tidy up (`..`) is not what the caller asked for. */
function partsOfTarget(target: string): Pick<HttpCall, 'path' | 'search'> {
  const mark = target.indexOf('?')
  return mark === -1 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

export function headerOf(call: Pick<HttpCall, 'headers'>, name: string): string | undefined {
  const value = call.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The headers the service may see; all others end here. */
export function knownHeaders(call: Pick<HttpCall, 'headers'>): RequestHeaders {
  const known: Record<string, string> = {}
  for (const name of KNOWN_HEADER_NAMES) {
    const value = call.headers[name]
    if (typeof value === 'string') known[name] = value
  }
  return known
}
