import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Log } from '../service/ports.ts'
import { failureReply } from '../service/reply.ts'
import { createConnections } from './open-connections.ts'
import { corsHeaders, NO_CORS } from './cors.ts'
import type { CorsOrigins } from './cors.ts'
import type { HttpApp } from './http-app.ts'
import { headerOf, knownHeaders } from './http-call.ts'
import type { HttpReply } from './http-reply.ts'
import { replyOf } from './http-reply.ts'
import type { ListenerPolicy, ForwardedHosts } from './request-gate.ts'
import { LOOPBACK_NAMES, NOT_FORWARDED, pathOfTarget, refusalOf } from './request-gate.ts'
import { writeAnswer } from './write-answer.ts'

/** An import would read all exports, one of which loads Node's HTTP client and takes a seventh of the start. */
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

/**
 * Limits of a server (docs/security.md, What holds). The number of requests per connection is not limited, because the
 * last one would be answered differently.
 */
export interface ServerLimits {
  /** The limit for all addresses together. Beyond it, the connection that has been idle for longest is closed. */
  readonly maxConnections: number
  readonly maxHeaderBytes: number
  readonly maxHeaders: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** How often the two request timeouts are checked. */
  readonly checkEveryMs: number
  /** How long running requests may take after the server was told to stop. */
  readonly closeWithinMs: number
}

const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 256,
  /** Enough for a query with two lists of 500 ids, even with repeated keys. */
  maxHeaderBytes: 64 * 1024,
  maxHeaders: 100,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 5_000,
  checkEveryMs: 2_000,
  closeWithinMs: 2_000,
}

const LOOPBACK_V4 = '127.0.0.1'
const LOOPBACK_V6 = '::1'
const ATTEMPTS_FOR_A_FREE_PORT = 5
const CLOSE_SWEEP_MS = 20

interface HttpServerOptions {
  /** Answers the requests that the gate admits. */
  readonly app: Pick<HttpApp, 'answer'>
  readonly corsOrigins?: CorsOrigins
  readonly forwardedHosts?: ForwardedHosts
  /** 0 picks a free port. */
  readonly port: number
  readonly log: Log
  readonly limits?: Partial<ServerLimits>
}

export interface HttpServer {
  readonly port: number
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string
  /** Takes no new request, lets the running ones finish, then closes every connection. */
  close(): Promise<void>
}

export class PortInUseError extends Error {
  readonly port: number

  constructor(port: number, cause: unknown) {
    super(`port ${port} is in use by another program; choose another one, or 0 for a free one`, { cause })
    this.name = 'PortInUseError'
    this.port = port
  }
}

/**
 * Serves on 127.0.0.1, and on ::1 where the machine has it, both with the same port.
 *
 * @throws {PortInUseError} when the port is taken on either address.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const closing = new AbortController()
  const { corsOrigins = NO_CORS, forwardedHosts = NOT_FORWARDED } = options
  const policy: ListenerPolicy = { names: LOOPBACK_NAMES, forwardedHosts, mayReach: () => true, corsOrigins }
  const newServer = serverMaker(limits, requestListener(options, { limits, policy, closing: closing.signal }))
  const servers = await listenOnLoopback(options.port, newServer)
  const boundPort = portOf(servers[0])

  return {
    port: boundPort,
    url: `http://${LOOPBACK_V4}:${boundPort}`,
    close: () => closeAll(servers, closing, limits),
  }
}

interface NetworkServerOptions extends HttpServerOptions {
  /** The IPv4 addresses of this computer to listen on; a request's Host must be one of them. */
  readonly addresses: readonly string[]
  /** Whether a path is served at all. */
  readonly mayReach: (path: string) => boolean
}

/** A server that listens on the local network. */
export interface NetworkServer extends Pick<HttpServer, 'close'> {
  /** `http://<address>:<port>` for each address, without a path. */
  readonly urls: readonly string[]
}

/**
 * Serves some paths of an app on addresses of the local network, at the requested port, or at a free one if that is
 * taken.
 */
export async function startNetworkServer(options: NetworkServerOptions): Promise<NetworkServer> {
  const { addresses: names, mayReach, corsOrigins = NO_CORS, forwardedHosts = NOT_FORWARDED } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const closing = new AbortController()
  const policy: ListenerPolicy = { names, forwardedHosts, mayReach, corsOrigins }
  const newServer = serverMaker(limits, requestListener(options, { limits, policy, closing: closing.signal }))
  const servers: Server[] = []
  try {
    for (const name of names) servers.push(await listenAt(name, options.port, newServer))
  } catch (fault) {
    await closeAll(servers, closing, limits)
    throw fault
  }
  return {
    urls: servers.map((server, index) => `http://${names[index] ?? ''}:${portOf(server)}`),
    close: () => closeAll(servers, closing, limits),
  }
}

async function listenAt(host: string, port: number, make: () => Server): Promise<Server> {
  try {
    return await listen(make(), host, port)
  } catch (fault) {
    if (fault instanceof PortInUseError) return listen(make(), host, 0)
    throw fault
  }
}

async function closeAll(servers: readonly Server[], closing: AbortController, limits: ServerLimits): Promise<void> {
  closing.abort()
  await Promise.all(servers.map((server) => closeServer(server, limits.closeWithinMs)))
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void
type AsyncListener = (...exchange: Parameters<Listener>) => Promise<void>

/** Returns a maker of servers that share one limit of connections. */
function serverMaker(limits: ServerLimits, answer: Listener): () => Server {
  const connections = createConnections(limits.maxConnections, refuseConnection)
  const listener: Listener = (incoming, outgoing) => {
    // The connection was refused and the caller will repeat the request, so it must not be executed here.
    if (incoming.socket.writableEnded) return
    connections.begin(incoming, outgoing)
    answer(incoming, outgoing)
  }
  return () =>
    newServer(limits, listener).on('connection', (socket) => {
      connections.admit(socket)
    })
}

function newServer(limits: ServerLimits, listener: Listener): Server {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    requireHostHeader: false, // the gate refuses a missing Host as it refuses a wrong one
    insecureHTTPParser: false,
    noDelay: true,
  })
  server.maxHeadersCount = 0 // the listener counts them; a limit here would silently drop the rest
  server.on('request', listener)
  server.on('checkContinue', listener) // "100 Continue" is sent when the body is asked for, not before
  server.on('checkExpectation', listener) // any other expectation is ignored
  server.on('clientError', refuseUnreadable)
  return server
}

async function listenOnLoopback(port: number, newServer: () => Server): Promise<readonly [Server, ...Server[]]> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await listen(newServer(), LOOPBACK_V4, port)
    try {
      return [first, await listen(newServer(), LOOPBACK_V6, portOf(first))]
    } catch (fault) {
      if (!(fault instanceof PortInUseError)) return [first] // this computer has no IPv6
      first.close()
      // A caller of "localhost" might reach the other program, so a port must be free on both addresses.
      if (port !== 0 || attempt === ATTEMPTS_FOR_A_FREE_PORT) throw fault
    }
  }
}

async function listen(server: Server, host: string, port: number): Promise<Server> {
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return server
  } catch (cause) {
    throw codeOf(cause) === 'EADDRINUSE' ? new PortInUseError(port, cause) : cause
  }
}

/** Checks requests at the gate before they reach the app. */
function requestListener(
  { app, log }: Pick<HttpServerOptions, 'app' | 'log'>,
  {
    limits,
    policy,
    closing,
  }: { readonly limits: ServerLimits; readonly policy: ListenerPolicy; readonly closing: AbortSignal },
): Listener {
  const answer: AsyncListener = async (incoming, outgoing) => {
    const connection = { incoming, outgoing, closing }
    await writeAnswer(connection, await app.answer(connection))
  }
  return (incoming, outgoing) => {
    if (closing.aborted) outgoing.shouldKeepAlive = false
    const refusal = refusalAtTheGate(incoming, policy, limits)
    if (refusal !== undefined) {
      refuse(outgoing, refusal)
      return
    }
    answer(incoming, outgoing).catch((fault: unknown) => {
      log.error('a reply could not be written', fault)
      outgoing.destroy()
    })
  }
}

function refusalAtTheGate(
  incoming: IncomingMessage,
  policy: ListenerPolicy,
  { maxHeaders }: ServerLimits,
): HttpReply | undefined {
  const refusal = incoming.rawHeaders.length > maxHeaders * 2 ? headersTooLarge() : refusalOf(incoming, policy)
  if (refusal === undefined) return undefined
  const cors = corsHeaders(headerOf(incoming, 'origin'), policy.corsOrigins(pathOfTarget(incoming.url ?? '')))
  return replyOf(failureReply(refusal, knownHeaders(incoming)), cors)
}

/** Answers without waiting for the body, then closes the connection. */
function refuse(outgoing: ServerResponse, { status, headers, body = '' }: HttpReply): void {
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

/** Refuses a request that is not HTTP, too long or too slow, then closes the connection. */
function refuseUnreadable(fault: Error, socket: Socket): void {
  // Browsers open spare connections, and would take an answer on an unused one for the answer to their next request.
  if (!socket.writable || codeOf(fault) === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  answerWithoutRequest(socket, replyOf(failureReply(unreadable(codeOf(fault)), {})))
}

function unreadable(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout', 'The request arrived too slowly.')
  return new ServiceError('bad_request', 'This is not an HTTP/1.1 request.')
}

function headersTooLarge(): ServiceError {
  return new ServiceError('headers_too_large', 'The headers are too long, or there are too many of them.')
}

/** Refuses a connection because all others are busy. */
function refuseConnection(socket: Socket): void {
  const error = new ServiceError('server_busy', 'All connections are busy; try again.', { retryAfterSeconds: 1 })
  socket.on('error', () => undefined) // the caller may be gone
  answerWithoutRequest(socket, replyOf(failureReply(error, {})))
  socket.destroySoon()
}

/** Writes an answer directly to the socket, because Node gives no response object without a request. */
function answerWithoutRequest(socket: Socket, { status, headers, body = '' }: HttpReply): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.end(body)
}

async function closeServer(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
  // A connection becomes idle only when its last request ends.
  const sweep = setInterval(() => {
    server.closeIdleConnections()
  }, CLOSE_SWEEP_MS)
  const cutOff = setTimeout(() => {
    server.closeAllConnections()
  }, withinMs)
  server.closeIdleConnections()
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
}
