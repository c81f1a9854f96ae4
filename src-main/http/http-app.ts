import { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { RequestHeaders } from '../service/headers.ts'
import { readHeader } from '../service/headers.ts'
import type { Clock, Log } from '../service/ports.ts'
import { systemClock } from '../service/ports.ts'
import type { ActingUsers } from '../service/reply.ts'
import { failureReply } from '../service/reply.ts'
import { createBodyBudget } from './body-budget.ts'
import { MAX_BODY_BYTES, readBytes } from './body-reader.ts'
import { corsHeaders, NO_CORS } from './cors.ts'
import type { CorsOrigins } from './cors.ts'
import { CallerGone, callOf, headerOf, knownHeaders } from './http-call.ts'
import type { HttpCall, HttpConnection } from './http-call.ts'
import type { HttpFileReply, HttpReply } from './http-reply.ts'
import { completed, fileReplyOf, replyOf, responseOf } from './http-reply.ts'
import { DOCUMENTED_PARTS, openApiDocument } from './openapi.ts'
import { WORKBENCH_MOUNT } from './request-gate.ts'
import { JSON_HEADERS } from './security-headers.ts'
import { createServiceCaller, mountOfPath } from './service-call.ts'
import type { InterfaceCall, Outcome } from './service-call.ts'

/** One call to the interface, for the journal of the window. Headers and bodies are as they were: mask before storing. */
export interface HttpCallEntry {
  readonly transport: 'http'
  /** Id of the operation; null when the path or method is not served. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly startedAtMs: number
  /** Real time in milliseconds, as `performance.now()` counts it. */
  readonly beganMs: number
  readonly durationMs: number
  readonly requestHeaders: RequestHeaders
  /** Undefined when there was none, or when it was not read. */
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** The same as it was sent, so that nobody has to write it out again. */
  readonly responseText: string | undefined
  readonly userAgent: string | null
  /** Where a known caller made it for somebody else, or was refused to. */
  readonly acting: ActingUsers | undefined
}

/** Answers what the window asks of the workbench; `path` is what follows `/workbench`. */
export interface WorkbenchRoutes {
  fetch(request: Request, path: string): Promise<Response>
}

export interface HttpAppOptions {
  /** The service of the open workspace; undefined while there is none, or while it is locked. */
  readonly service: () => Dispatcher | undefined
  /** Files of the window. */
  readonly ui?: (path: string) => Response | undefined
  readonly workbench?: WorkbenchRoutes
  readonly corsOrigins?: CorsOrigins
  /** Told about each call to the interface after it was answered. Without it nothing is gathered. */
  readonly onCall?: (entry: HttpCallEntry) => void
  readonly clock?: Clock
  readonly log?: Log
  /** Memory of bodies that come in; only tests pass another one. */
  readonly maxIncomingBytes?: number
}

export interface HttpApp {
  /** @param connection undefined when the request came from inside the program, for example from the window */
  fetch(request: Request, connection?: HttpConnection): Response | Promise<Response>
}

/** A request, how it came in, and what the interface reads of it. */
interface Asked {
  readonly request: Request
  readonly connection: HttpConnection | undefined
  readonly http: HttpCall
}

/**
 * Everything that is served: the workbench for the window, the API reference, the files of the window, and the
 * interface, see {@link createServiceCaller}. Answers the loopback server, the window's own scheme and tests alike;
 * which requests may come in from outside is decided before, see {@link refusalOf}.
 *
 * Three prefixes need no router; the interface has a route table of its own, because operations that two parts share,
 * removed endpoints and 405 need more than a path says (docs/adr/0019-http-without-a-framework.md).
 */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { service, ui, workbench, corsOrigins = NO_CORS, onCall, clock = systemClock, log } = options
  const caller = createServiceCaller(service)
  const budget = createBodyBudget(options.maxIncomingBytes)
  const reference = new Map(apiReference(serviceOperations))
  return { fetch: (request, connection) => withoutBodyOfHead(request, answer(request, connection)) }

  function answer(request: Request, connection: HttpConnection | undefined): Response | Promise<Response> {
    const asked = { request, connection, http: callOf(request, connection, budget) }
    try {
      const response = route(asked)
      return response instanceof Promise ? response.catch((fault: unknown) => answerFault(fault, asked)) : response
    } catch (fault) {
      return answerFault(fault, asked)
    }
  }

  function route(asked: Asked): Response | Promise<Response> {
    const { request, http } = asked
    if (workbench !== undefined && isBelow(WORKBENCH_MOUNT, http.path)) return askWorkbench(workbench, asked)
    return (isRead(request) ? pageAt(asked) : undefined) ?? answerCall(asked)
  }

  /** Where the interface has the same path as a file of the window, the interface answers. */
  function pageAt({ request, http: { path } }: Asked): Response | undefined {
    const page = reference.get(path)
    if (page !== undefined) return responseOf(page(), request.method)
    const file = ui?.(path)
    return file === undefined || caller.knows(path) ? undefined : completed(file)
  }

  function answerCall({ http }: Asked): Response | Promise<Response> {
    const call = { http, headers: knownHeaders(http) }
    const onEnd = onCall && watchCall(call, withoutFaults(onCall), clock)
    const finish = (outcome: Outcome): Response => {
      const reply = render(http, outcome)
      onEnd?.(outcome, reply)
      return responseOf(reply, http.method)
    }
    const outcome = caller.ask(call)
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome)
  }

  /** The call is over by now: a listener that fails must not make it look refused. */
  function withoutFaults(onCall: (entry: HttpCallEntry) => void): (entry: HttpCallEntry) => void {
    return (entry) => {
      try {
        onCall(entry)
      } catch (fault) {
        log?.error('a listener failed on a call', fault)
      }
    }
  }

  function answerFault(fault: unknown, { http }: Asked): Response {
    if (fault instanceof CallerGone) return new Response() // nobody reads it
    if (!(fault instanceof ServiceError)) log?.error('a request ended with a fault', fault)
    const error = fault instanceof ServiceError ? fault : new ServiceError('internal_error', 'The server failed.')
    const reply = render(http, { operation: undefined, reply: failureReply(error, knownHeaders(http)) })
    return responseOf(reply, http.method)
  }

  function render(http: HttpCall, { reply, allow, readOn }: Outcome): HttpReply | HttpFileReply {
    const cors = corsHeaders(headerOf(http, 'origin'), corsOrigins(http.path), allow)
    if (reply.ok && reply.file && readOn) return fileReplyOf(reply, cors, readOn)
    return replyOf(reply, allow ? { Allow: allow.join(', '), ...cors } : cors, mountOfPath(http.path))
  }
}

/**
 * The workbench gets a request of the platform, and a signal for streams that never end by themselves. The body is read
 * when the workbench asks for it, which it does once it knows the path and who calls.
 */
async function askWorkbench(workbench: WorkbenchRoutes, { request, connection, http }: Asked): Promise<Response> {
  const { url, method, headers, signal } = request
  const passedOn = new Request(url, {
    method,
    headers,
    signal: connection ? AbortSignal.any([connection.closing, signal]) : signal,
    body: isRead(request) ? null : readWhenAsked(() => readBytes(http, MAX_BODY_BYTES.workbench)),
    duplex: 'half',
  })
  return completed(await workbench.fetch(passedOn, http.path.slice(WORKBENCH_MOUNT.length) || '/'))
}

function isBelow(mount: string, path: string): boolean {
  return path === mount || path.startsWith(`${mount}/`)
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The headers of the answer to HEAD are those of GET; the server leaves the body out, callers inside the program do not. */
function withoutBodyOfHead(request: Request, answer: Response | Promise<Response>): Response | Promise<Response> {
  if (request.method !== 'HEAD') return answer
  return Promise.resolve(answer).then(({ status, headers }) => new Response(null, { status, headers }))
}

/** A body that is not touched before somebody reads it; what reading it throws, the reader gets. */
function readWhenAsked(read: () => Promise<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        controller.enqueue(await read())
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Notes the time now; the returned function tells the listener how the call ended. */
function watchCall(
  { http, headers }: InterfaceCall,
  onCall: (entry: HttpCallEntry) => void,
  clock: Clock,
): (outcome: Outcome, written: HttpReply | HttpFileReply) => void {
  const startedAtMs = clock.nowMs()
  const beganMs = performance.now()
  return ({ operation, reply, requestBody, acting }, written) => {
    onCall({
      transport: 'http',
      operation: operation?.id ?? null,
      method: http.method,
      path: http.path,
      status: reply.status,
      startedAtMs,
      beganMs,
      durationMs: performance.now() - beganMs,
      requestHeaders: headers,
      requestBody,
      responseBody: reply.body,
      responseText: typeof written.body === 'string' ? written.body : undefined,
      userAgent: readHeader(headers, 'userAgent') ?? null,
      acting,
    })
  }
}

/**
 * The machine-readable documents at `/openapi/<part>.json`, made from the registry. Each is made when it is first asked
 * for and kept. The page for people, `/docs`, is a file of the window that reads them.
 *
 * @returns paths, and what to serve there
 */
function apiReference(operations: readonly Operation[]): readonly (readonly [string, () => HttpReply])[] {
  return DOCUMENTED_PARTS.map((part) => {
    let made: HttpReply | undefined
    const document = () => JSON.stringify(openApiDocument(part, operations))
    return [`/openapi/${part}.json`, () => (made ??= { status: 200, headers: JSON_HEADERS, body: document() })] as const
  })
}
