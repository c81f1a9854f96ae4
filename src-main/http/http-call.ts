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
  /** As sent. */
  readonly path: string
  /** What follows the `?`, as sent. */
  readonly search: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Address of the other end; null when the request came from inside the program. */
  readonly remote: string | null
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

/** The path as it was sent: what a URL would tidy up (`..`) is not what the caller asked for. */
function pathAsSent(request: Request, connection: HttpConnection | undefined): string {
  const target = targetOf(request, connection)
  const mark = target.indexOf('?')
  return mark === -1 ? target : target.slice(0, mark)
}

/**
 * Takes from a request what the interface needs; on a connection without making web objects of it.
 *
 * @param budget of the bodies that come in on connections; what comes from inside the program is in memory already
 */
export function callOf(request: Request, connection: HttpConnection | undefined, budget: BodyBudget): HttpCall {
  const incoming = connection?.incoming
  const path = pathAsSent(request, connection)
  return {
    method: request.method,
    get origin() {
      return originOf(request, incoming?.headers.host)
    },
    path,
    search: targetOf(request, connection).slice(path.length + 1),
    headers: incoming?.headers ?? Object.fromEntries(request.headers),
    remote: incoming?.socket.remoteAddress ?? null,
    body() {
      if (incoming?.headers.expect?.toLowerCase() === '100-continue') connection?.outgoing.writeContinue()
      // What is not read here is thrown away after the answer, by the adapter.
      if (incoming === undefined) return request.body ?? []
      return budget.counted(incoming.iterator({ destroyOnReturn: false }))
    },
  }
}

/** What came in on a connection came by HTTP, and the gate has looked at its host. */
function originOf({ url }: Request, host: string | undefined): string {
  if (host !== undefined) return `http://${host}`
  const own = new URL(url)
  return `${own.protocol}//${own.host}` // `origin` is "null" for the window's own scheme
}

function targetOf(request: Request, connection: HttpConnection | undefined): string {
  if (connection?.incoming.url !== undefined) return connection.incoming.url
  const { pathname, search } = new URL(request.url)
  return pathname + search
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
