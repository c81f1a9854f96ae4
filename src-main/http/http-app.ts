import { ServiceError } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { MaybePromise } from '../service/maybe-promise.ts'
import { andThen } from '../service/maybe-promise.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { RequestHeaders } from '../service/headers.ts'
import { readHeader } from '../service/headers.ts'
import type { Clock, Log } from '../service/ports.ts'
import { systemClock } from '../service/ports.ts'
import type { ActingUsers, ServiceReply } from '../service/reply.ts'
import { failureReply } from '../service/reply.ts'
import { createBodyBudget } from './body-budget.ts'
import { corsHeaders, NO_CORS } from './cors.ts'
import type { CorsOrigins } from './cors.ts'
import { CallerGone, callOfRequest, callOnConnection, headerOf, knownHeaders } from './http-call.ts'
import type { HttpCall, HttpConnection } from './http-call.ts'
import type { Answer, HttpReply } from './http-reply.ts'
import { completed, fileReplyOf, headersOf, replyOf } from './http-reply.ts'
import { DOCUMENTED_PARTS, openApiDocument } from './openapi.ts'
import { WORKBENCH_MOUNT } from './request-gate.ts'
import { DATA_HEADERS, JSON_HEADERS } from './security-headers.ts'
import { createServiceCaller, mountOfPath } from './service-call.ts'
import type { InterfaceCall, Outcome } from './service-call.ts'

/** A call to the interface, for the window's journal. Headers and bodies must be masked before they are stored. */
export interface HttpCallEntry {
  readonly transport: 'http'
  /** Id of the operation; null when the path or method is not served. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly startedAtMs: number
  /** The start as milliseconds of `performance.now()`. */
  readonly beganMs: number
  readonly durationMs: number
  readonly requestHeaders: RequestHeaders
  /** Undefined if there was none, or it was not read. */
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** The sent response, so that it need not be serialized again. */
  readonly responseText: string | undefined
  readonly userAgent: string | null
  /** Set if a known caller acted for somebody else, or was refused to. */
  readonly acting: ActingUsers | undefined
}

/** Answers the window's calls to the workbench; `path` is the part after `/workbench`. */
export interface WorkbenchRoutes {
  answer(call: HttpCall, path: string): Promise<Answer>
}

export interface HttpAppOptions {
  /** The service of the open workspace; undefined while none is open, or it is locked. */
  readonly service: () => Dispatcher | undefined
  /** Files of the window. */
  readonly ui?: (path: string) => HttpReply | undefined
  readonly workbench?: WorkbenchRoutes
  readonly corsOrigins?: CorsOrigins
  /** Called after each answered call to the interface. */
  readonly onCall?: (entry: HttpCallEntry) => void
  readonly clock?: Clock
  readonly log?: Log
  /** The memory for incoming bodies; set only by tests. */
  readonly maxIncomingBytes?: number
}

export type HttpApp = ReturnType<typeof createHttpApp>

/**
 * Serves the workbench for the window, the API reference, the files of the window, and the interface, see {@link
 * createServiceCaller}. It answers the HTTP servers, the window's own scheme and tests; the servers first check
 * requests by {@link refusalOf}. The interface has a route table of its own, because paths shared by two parts, removed
 * endpoints and 405 need more than a router offers (docs/adr/0019-http-without-a-framework.md).
 */
export function createHttpApp(options: HttpAppOptions) {
  const { service, ui, workbench, corsOrigins = NO_CORS, onCall, clock = systemClock, log } = options
  const caller = createServiceCaller(service)
  const budget = createBodyBudget(options.maxIncomingBytes)
  const reference = new Map(apiReference(serviceOperations))
  return {
    /** Answers a request that came over a connection. */
    answer: (connection: HttpConnection) => answer(callOnConnection(connection, budget)),
    /** Answers a request from inside the program, for example from the window. */
    async fetch(request: Request) {
      const answered = await answer(callOfRequest(request))
      const { status, body } = answered
      // The server itself omits the body of HEAD.
      return new Response(request.method === 'HEAD' ? null : body, { status, headers: headersOf(answered) })
    },
  }

  function answer(http: HttpCall): MaybePromise<Answer> {
    try {
      const answered = route(http)
      return answered instanceof Promise ? answered.catch((fault: unknown) => answerFault(fault, http)) : answered
    } catch (fault) {
      return answerFault(fault, http)
    }
  }

  function route(http: HttpCall): MaybePromise<Answer> {
    if (workbench !== undefined && isBelow(WORKBENCH_MOUNT, http.path)) {
      return workbench.answer(http, http.path.slice(WORKBENCH_MOUNT.length) || '/').then(completed)
    }
    return (isRead(http) ? pageAt(http) : undefined) ?? answerCall(http)
  }

  /** The interface takes precedence over a file of the window with the same path. */
  function pageAt({ path }: HttpCall): Answer | undefined {
    const page = reference.get(path)
    if (page !== undefined) return page()
    const file = ui?.(path)
    return file === undefined || caller.knows(path) ? undefined : completed(file)
  }

  function answerCall(http: HttpCall): MaybePromise<Answer> {
    const call = { http, headers: knownHeaders(http) }
    const onEnd = onCall && watchCall(call, withoutFaults(onCall, log), clock)
    return andThen(caller.ask(call), (outcome) => {
      const reply = render(http, outcome)
      onEnd?.(outcome, reply)
      return reply
    })
  }

  function answerFault(fault: unknown, http: HttpCall): Answer {
    if (fault instanceof CallerGone) return { status: 400, headers: DATA_HEADERS, body: undefined }
    if (!(fault instanceof ServiceError)) log?.error('a request ended with a fault', fault)
    const error = fault instanceof ServiceError ? fault : new ServiceError('internal_error', 'The server failed.')
    return render(http, { operation: undefined, reply: failureReply(error, knownHeaders(http)) })
  }

  function render(http: HttpCall, { reply, allow, readRange }: Outcome): Answer {
    const cors = corsHeaders(headerOf(http, 'origin'), corsOrigins(http.path), allow)
    if (reply.ok && reply.file && readRange) return fileReplyOf(reply, cors, readRange)
    return replyOf(forPrograms(reply), allow ? { Allow: allow.join(', '), ...cors } : cors, mountOfPath(http.path))
  }
}

/** Drops the phrases of messages, which are for the window only and not part of the published errors. */
function forPrograms(reply: ServiceReply): ServiceReply {
  if (reply.ok) return reply
  const errors = reply.body.errors.map(({ phrase: _, extra_info, ...entry }) => {
    const { fields } = extra_info
    const shown = Array.isArray(fields) ? { ...extra_info, fields: fields.map(withoutPhrase) } : extra_info
    return { ...entry, extra_info: shown }
  })
  return { ...reply, body: { errors } }
}

function withoutPhrase(field: unknown): unknown {
  if (typeof field !== 'object' || field === null) return field
  const { phrase: _, ...others } = field as { readonly phrase?: unknown }
  return others
}

/** Logs the faults of a listener: the call is over, so they must not make it look refused. */
function withoutFaults(onCall: (entry: HttpCallEntry) => void, log: Log | undefined): (entry: HttpCallEntry) => void {
  return (entry) => {
    try {
      onCall(entry)
    } catch (fault) {
      log?.error('a listener failed on a call', fault)
    }
  }
}

function isBelow(mount: string, path: string): boolean {
  return path === mount || path.startsWith(`${mount}/`)
}

function isRead({ method }: HttpCall): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Starts the timing of a call. The returned function reports the call to the listener. */
function watchCall(
  { http, headers }: InterfaceCall,
  onCall: (entry: HttpCallEntry) => void,
  clock: Clock,
): (outcome: Outcome, written: Answer) => void {
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
 * The OpenAPI documents at `/openapi/<part>.json`. Each is generated at its first request and cached. The page at
 * `/docs` is a file of the window that reads them.
 *
 * @returns paths with their replies
 */
function apiReference(operations: readonly Operation[]): readonly (readonly [string, () => HttpReply])[] {
  return DOCUMENTED_PARTS.map((part) => {
    let cached: HttpReply | undefined
    const document = () => JSON.stringify(openApiDocument(part, operations))
    return [
      `/openapi/${part}.json`,
      () => (cached ??= { status: 200, headers: JSON_HEADERS, body: document() }),
    ] as const
  })
}
