import { serviceOperations } from '../../shared/contract/index.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { RequestHeaders } from '../service/headers.ts'
import { readHeader } from '../service/headers.ts'
import type { Clock, Log } from '../service/ports.ts'
import { systemClock } from '../service/ports.ts'
import { failureReply } from '../service/reply.ts'
import { createApiReference } from './api-reference.ts'
import { MAX_BODY_BYTES } from './body-reader.ts'
import { corsHeaders } from './cors.ts'
import { CallerGone, headerOf, knownHeaders } from './http-call.ts'
import type { HttpCall, HttpReply } from './http-call.ts'
import { refusalOf } from './request-gate.ts'
import { DATA_HEADERS, JSON_HEADERS } from './security-headers.ts'
import { createServiceCaller } from './service-call.ts'
import type { InterfaceCall, Outcome } from './service-call.ts'
import { replyFrom, requestFrom } from './web-request.ts'

/** One call to the interface, for the journal of the window. Headers and bodies are as they were: mask before storing. */
export interface HttpCallEntry {
  readonly transport: 'http'
  /** Id of the operation; null when the path or method is not served. */
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly startedAtMs: number
  readonly durationMs: number
  readonly requestHeaders: RequestHeaders
  /** Undefined when there was none, or when it was not read. */
  readonly requestBody: unknown
  readonly responseBody: unknown
  readonly userAgent: string | null
}

/** Answers what the window asks of the workbench; `path` is what follows `/workbench`. */
export interface WorkbenchRoutes {
  fetch(request: Request, path: string): Promise<Response>
}

export interface HttpHandlerOptions {
  /** The service of the open workspace; undefined while there is none, or while it is locked. */
  readonly service: () => Dispatcher | undefined
  /** Files of the window. */
  readonly ui?: (path: string) => Response | undefined
  readonly workbench?: WorkbenchRoutes
  /** Origins whose pages may call the interface; compared as whole strings. None: CORS is off. */
  readonly corsOrigins?: readonly string[]
  /** Told about each call to the interface after it was answered. Without it nothing is gathered. */
  readonly onCall?: (entry: HttpCallEntry) => void
  readonly clock?: Clock
  readonly log?: Log
}

export interface HttpHandler {
  /** Synchronous wherever no body has to be read. Throws only {@link CallerGone}. */
  answer(call: HttpCall): HttpReply | Promise<HttpReply>
}

/** Paths below this one belong to the window, see {@link WorkbenchRoutes}. */
const WORKBENCH_MOUNT = '/workbench'

/**
 * Everything that is served over HTTP, in the order of docs/security.md: address and origin first, then the window,
 * the API reference and the interface, see {@link createServiceCaller}.
 */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const { service, ui, workbench, corsOrigins = [], onCall, clock = systemClock, log } = options
  const caller = createServiceCaller(service)
  const reference = createApiReference(serviceOperations)

  return {
    answer(http) {
      try {
        const reply = answerChecked(http)
        return reply instanceof Promise ? reply.catch((fault: unknown) => answerFault(fault, http)) : reply
      } catch (fault) {
        return answerFault(fault, http)
      }
    },
  }

  function answerChecked(http: HttpCall): HttpReply | Promise<HttpReply> {
    const { path, search } = splitTarget(http.target)
    const forWindow = isBelow(path, WORKBENCH_MOUNT)
    // Listed origins may call the interface; the workbench is for our own page only.
    const refusal = refusalOf(http, forWindow ? [] : corsOrigins)
    if (refusal !== undefined) throw refusal
    if (forWindow && workbench !== undefined) return askWorkbench(workbench, http, path)
    return pageAt(http, path) ?? answerCall({ http, headers: knownHeaders(http), path, search })
  }

  /** The API reference and the files of the window. Where the interface has the same path, the interface answers. */
  function pageAt(http: HttpCall, path: string): HttpReply | undefined {
    if (http.method !== 'GET' && http.method !== 'HEAD') return undefined
    const page = reference(path)
    if (page !== undefined) return page
    const file = ui?.(path)
    return file === undefined || caller.knows(path) ? undefined : replyFrom(file)
  }

  function answerCall(call: InterfaceCall): HttpReply | Promise<HttpReply> {
    const told = onCall && tellAfterwards(call, onCall, clock)
    const finish = (outcome: Outcome): HttpReply => {
      told?.(outcome)
      return render(call.http, outcome)
    }
    const outcome = caller.ask(call)
    return outcome instanceof Promise ? outcome.then(finish) : finish(outcome)
  }

  function answerFault(fault: unknown, http: HttpCall): HttpReply {
    if (fault instanceof CallerGone) throw fault
    if (!(fault instanceof ServiceError)) log?.error('a request ended with a fault', fault)
    const error = fault instanceof ServiceError ? fault : new ServiceError('internal_error', 'the server failed')
    return render(http, { operation: undefined, reply: failureReply(error, knownHeaders(http)) })
  }

  function render(http: HttpCall, { reply, allow }: Outcome): HttpReply {
    const body = reply.body === undefined ? undefined : JSON.stringify(reply.body)
    const extra = {
      ...(allow && { Allow: allow.join(', ') }),
      ...(!reply.ok && reply.retryAfterSeconds !== undefined && { 'Retry-After': String(reply.retryAfterSeconds) }),
      ...(corsOrigins.length > 0 && corsHeaders(headerOf(http, 'origin'), corsOrigins, allow)),
    }
    return {
      status: reply.status,
      headers: { ...(body === undefined ? DATA_HEADERS : JSON_HEADERS), ...extra },
      body,
    }
  }
}

function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const mark = target.indexOf('?')
  return mark === -1 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

function isBelow(path: string, mount: string): boolean {
  return path === mount || path.startsWith(`${mount}/`)
}

async function askWorkbench(workbench: WorkbenchRoutes, http: HttpCall, path: string): Promise<HttpReply> {
  const request = await requestFrom(http, MAX_BODY_BYTES.workbench)
  return replyFrom(await workbench.fetch(request, path.slice(WORKBENCH_MOUNT.length) || '/'))
}

/** Notes the time now; the returned function tells the listener how the call ended. */
function tellAfterwards(
  { http, headers, path }: InterfaceCall,
  tell: (entry: HttpCallEntry) => void,
  clock: Clock,
): (outcome: Outcome) => void {
  const startedAtMs = clock.nowMs()
  const started = performance.now()
  return ({ operation, reply, requestBody }) => {
    tell({
      transport: 'http',
      operation: operation?.id ?? null,
      method: http.method,
      path,
      status: reply.status,
      startedAtMs,
      durationMs: performance.now() - started,
      requestHeaders: headers,
      requestBody,
      responseBody: reply.body,
      userAgent: readHeader(headers, 'userAgent') ?? null,
    })
  }
}
