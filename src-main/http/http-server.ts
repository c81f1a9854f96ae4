import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Log } from '../service/ports.ts'
import { tooLarge } from './body-reader.ts'
import { CallerGone } from './http-call.ts'
import type { HttpCall, HttpReply } from './http-call.ts'
import type { HttpHandler } from './http-handler.ts'
import { DATA_HEADERS } from './security-headers.ts'

/** Limits of the socket (docs/security.md, the loopback server), in milliseconds, bytes and pieces. */
export interface ServerLimits {
  readonly maxConnections: number
  readonly maxHeaderBytes: number
  readonly maxHeaders: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  readonly maxRequestsPerSocket: number
  /** How often the two request timeouts are looked at. */
  readonly checkEveryMs: number
  /** How long a caller may go on sending what was already refused, before the connection is cut. */
  readonly lingerMs: number
  /** How long running requests may take to finish once the server is told to stop. */
  readonly closeWithinMs: number
}

const DEFAULT_LIMITS: ServerLimits = {
  maxConnections: 256,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 5_000,
  maxRequestsPerSocket: 1_000,
  checkEveryMs: 2_000,
  lingerMs: 1_000,
  closeWithinMs: 2_000,
}

const LOOPBACK_V4 = '127.0.0.1'
const LOOPBACK_V6 = '::1'
const ATTEMPTS_FOR_A_FREE_PORT = 5
const CLOSE_SWEEP_MS = 20

interface HttpServerOptions {
  readonly handler: HttpHandler
  /** 0 picks a free one. */
  readonly port: number
  readonly log: Log
  readonly limits?: Partial<ServerLimits>
}

/** A server that listens. */
export interface HttpServer {
  readonly port: number
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string
  /** Takes no new request, lets the running ones finish, then closes every connection. */
  close(): Promise<void>
}

/** The port that was asked for belongs to another program. */
export class PortInUseError extends Error {
  readonly port: number

  constructor(port: number, cause: unknown) {
    super(`port ${port} is in use by another program; choose another one, or 0 for a free one`, { cause })
    this.name = 'PortInUseError'
    this.port = port
  }
}

/**
 * Serves on 127.0.0.1, and on ::1 where the machine has it, both with the same port. Requests go straight from the
 * platform's server to the handler: through @hono/node-server and a web `Request` the same GET takes 6 % more processor
 * time (103 instead of 97 microseconds; bare Hono 63), and the raw header lines are out of reach.
 *
 * @throws {PortInUseError} when the port is taken on either address.
 */
export async function startHttpServer({ handler, port, log, limits: given }: HttpServerOptions): Promise<HttpServer> {
  const limits = { ...DEFAULT_LIMITS, ...given }
  const closing = new AbortController()
  const listener = requestListener(handler, log, limits, closing.signal)
  const servers = await listenOnLoopback(port, () => newServer(limits, listener))
  const boundPort = portOf(servers[0])

  return {
    port: boundPort,
    url: `http://${LOOPBACK_V4}:${boundPort}`,
    async close() {
      closing.abort()
      await Promise.all(servers.map((server) => closeServer(server, limits.closeWithinMs)))
    },
  }
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

function newServer(limits: ServerLimits, listener: Listener): Server {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    requireHostHeader: false, // the handler refuses a missing Host as it refuses a wrong one
    insecureHTTPParser: false,
    noDelay: true,
  })
  server.maxConnections = limits.maxConnections
  server.maxHeadersCount = 0 // the listener counts; with a count here the rest would be dropped without a word
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket
  server.on('request', listener)
  server.on('checkContinue', listener) // "100 Continue" is sent when the body is asked for, not before
  server.on('clientError', refuseUnreadable)
  return server
}

async function listenOnLoopback(port: number, newServer: () => Server): Promise<readonly [Server, ...Server[]]> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await listen(newServer(), LOOPBACK_V4, port)
    try {
      return [first, await listen(newServer(), LOOPBACK_V6, portOf(first))]
    } catch (fault) {
      if (!(fault instanceof PortInUseError)) return [first] // this machine has no IPv6
      first.close()
      // Who asks for "localhost" would reach that other program: a free port must be free on both.
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

function requestListener(handler: HttpHandler, log: Log, limits: ServerLimits, closing: AbortSignal): Listener {
  return (incoming, outgoing) => {
    if (closing.aborted) outgoing.shouldKeepAlive = false
    if (incoming.rawHeaders.length > limits.maxHeaders * 2) {
      outgoing.shouldKeepAlive = false
      write(incoming, outgoing, { status: 431, headers: DATA_HEADERS, body: undefined }, limits)
      return
    }
    try {
      const reply = handler.answer(callFrom(incoming, outgoing, closing))
      if (reply instanceof Promise) {
        reply.then((ready) => write(incoming, outgoing, ready, limits)).catch((fault: unknown) => giveUp(fault))
      } else write(incoming, outgoing, reply, limits)
    } catch (fault) {
      giveUp(fault)
    }

    function giveUp(fault: unknown): void {
      if (!(fault instanceof CallerGone)) log.error('a reply could not be written', fault)
      outgoing.destroy()
    }
  }
}

function callFrom(incoming: IncomingMessage, outgoing: ServerResponse, closing: AbortSignal): HttpCall {
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: incoming.headers,
    hostLines: countHostLines(incoming.rawHeaders),
    localPort: incoming.socket.localPort ?? 0,
    signal: () => AbortSignal.any([closing, goneSignal(outgoing)]),
    readBody: (maxBytes) => readBody(incoming, outgoing, maxBytes),
  }
}

/** The parsed headers keep the first of several; the raw ones show them all. */
function countHostLines(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => {
    gone.abort()
  })
  return gone.signal
}

function readBody(incoming: IncomingMessage, outgoing: ServerResponse, maxBytes: number): Promise<Uint8Array> {
  if (incoming.headers.expect?.toLowerCase() === '100-continue') outgoing.writeContinue()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(tooLarge(maxBytes))
      }
    })
    incoming.on('end', () => {
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    })
    // Also after a complete body; a settled promise stays settled.
    incoming.on('close', () => {
      reject(new CallerGone())
    })
    incoming.on('error', () => {
      reject(new CallerGone())
    })
  })
}

function write(incoming: IncomingMessage, outgoing: ServerResponse, reply: HttpReply, limits: ServerLimits): void {
  const { status, headers, body } = reply
  if (!incoming.complete && declaresBody(incoming)) stopReading(incoming, limits.lingerMs)
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    if (incoming.method === 'HEAD') {
      void body.cancel()
      outgoing.end()
    } else void pipeline(Readable.fromWeb(body), outgoing).catch(() => outgoing.destroy()) // the caller went away
    return
  }
  const length = body === undefined ? 0 : Buffer.byteLength(body)
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': length })
  outgoing.end(body)
}

function declaresBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * The rest of a refused body is thrown away, for a moment: who is cut off while sending sees a broken connection
 * instead of the answer.
 */
function stopReading(incoming: IncomingMessage, lingerMs: number): void {
  incoming.resume()
  const cut = setTimeout(() => incoming.socket.destroy(), lingerMs)
  incoming.once('close', () => {
    clearTimeout(cut)
  })
}

/** What is not HTTP, too long or too slow is answered without a body, and the connection ends. */
function refuseUnreadable(fault: Error, socket: Socket): void {
  if (!socket.writable || codeOf(fault) === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const lines = [
    `HTTP/1.1 ${UNREADABLE_STATUS[codeOf(fault) ?? ''] ?? '400 Bad Request'}`,
    ...Object.entries(DATA_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Content-Length: 0',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
}

const UNREADABLE_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

async function closeServer(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
  // A connection whose last request ends only now becomes idle only now.
  const sweeping = setInterval(() => {
    server.closeIdleConnections()
  }, CLOSE_SWEEP_MS)
  const cut = setTimeout(() => {
    server.closeAllConnections()
  }, withinMs)
  server.closeIdleConnections()
  await closed
  clearInterval(sweeping)
  clearTimeout(cut)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function codeOf(fault: unknown): string | undefined {
  return fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined
}
