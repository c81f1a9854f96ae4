import { serviceOperations } from '../../shared/contract/index.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import type { Api, Method, Operation } from '../../shared/contract/operation.ts'
import { REMOVED_ENDPOINTS } from '../../shared/contract/removed-endpoints.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { RequestHeaders } from '../service/headers.ts'
import { readHeader } from '../service/headers.ts'
import type { Clock, Log } from '../service/ports.ts'
import { systemClock } from '../service/ports.ts'
import type { ServiceReply } from '../service/reply.ts'
import { failureReply } from '../service/reply.ts'
import { createApiReference } from './api-reference.ts'
import { readJsonBody } from './body-reader.ts'
import { collisionRule } from './collisions.ts'
import { corsHeaders } from './cors.ts'
import { CallerGone, headerOf, knownHeaders } from './http-call.ts'
import type { HttpCall, HttpReply } from './http-call.ts'
import { readQuery } from './query-reader.ts'
import { refusalOf } from './request-gate.ts'
import { createRouteTable } from './route-table.ts'
import type { MatchedPath, Route, RouteTable } from './route-table.ts'
import { DATA_HEADERS, JSON_HEADERS } from './security-headers.ts'
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

interface Outcome {
  readonly operation: Operation | undefined
  readonly reply: ServiceReply
  readonly requestBody?: unknown
  /** For the Allow header. */
  readonly allow?: readonly string[]
}

const MEBIBYTE = 1024 * 1024
const MAX_BODY_BYTES: Readonly<Record<Api, number>> = {
  vault: 8 * MEBIBYTE,
  keystore: MEBIBYTE,
  exchange: MEBIBYTE,
  workbench: 8 * MEBIBYTE,
}

const PARTS = ['vault', 'keystore', 'exchange'] as const

/** Paths below this one belong to the window, see {@link WorkbenchRoutes}. */
const WORKBENCH_MOUNT = '/workbench'

/**
 * Everything that is served over HTTP, in the order of docs/security.md: address and origin, path and method,
 * credentials, body, schema. `/vault`, `/keystore` and `/exchange` serve one part each; `/` serves all of them.
 */
export function createHttpHandler(options: HttpHandlerOptions): HttpHandler {
  const { service, ui, workbench, corsOrigins = [], onCall, clock = systemClock, log } = options
  const mounts = mountTables()
  const reference = createApiReference(serviceOperations)

  return {
    answer(call) {
      try {
        const answered = answerKnownCaller(call)
        return answered instanceof Promise ? answered.catch((fault: unknown) => answerFault(fault, call)) : answered
      } catch (fault) {
        return answerFault(fault, call)
      }
    },
  }

  function answerKnownCaller(call: HttpCall): HttpReply | Promise<HttpReply> {
    const refusal = refusalOf(call, corsOrigins)
    if (refusal !== undefined) throw refusal
    const { path, search } = splitTarget(call.target)
    if (workbench !== undefined && isBelow(path, WORKBENCH_MOUNT)) return askWorkbench(workbench, call, path)
    return answerPage(call, path) ?? answerApi(call, path, search)
  }

  /** The API reference and the files of the window. No path of the interface is among them. */
  function answerPage(call: HttpCall, path: string): HttpReply | Promise<HttpReply> | undefined {
    if (call.method !== 'GET' && call.method !== 'HEAD') return undefined
    const page = reference(path)
    if (page !== undefined) return page
    const file = ui?.(path)
    return file && mounts.merged.find(path) === undefined ? replyFrom(file) : undefined
  }

  function answerApi(call: HttpCall, path: string, search: string): HttpReply | Promise<HttpReply> {
    const headers = knownHeaders(call)
    if (onCall === undefined) {
      const outcome = callService(call, headers, path, search)
      return outcome instanceof Promise ? outcome.then((known) => render(call, known)) : render(call, outcome)
    }
    const startedAtMs = clock.nowMs()
    const started = performance.now()
    const told = (outcome: Outcome): HttpReply => {
      onCall(entryOf(call, headers, path, outcome, { startedAtMs, durationMs: performance.now() - started }))
      return render(call, outcome)
    }
    const outcome = callService(call, headers, path, search)
    return outcome instanceof Promise ? outcome.then(told) : told(outcome)
  }

  function callService(
    call: HttpCall,
    headers: RequestHeaders,
    path: string,
    search: string,
  ): Outcome | Promise<Outcome> {
    const { table, inner } = mountOf(mounts, path)
    const match = table.find(inner)
    if (match === undefined) return refused(new ServiceError('not_found', 'nothing is served at this path'), headers)
    if (call.method === 'OPTIONS') return { operation: undefined, reply: NO_CONTENT, allow: allowedMethods(match) }
    const method = methodOf(call.method)
    const removed = method && match.removedOf(method)
    const routes = method === undefined ? [] : match.routesOf(method)
    const [first] = routes
    if (first === undefined) {
      return removed === undefined ? refuseMethod(match, headers) : refused(removedError(removed.replacement), headers)
    }
    return askService(call, headers, { routes, first, values: match.values, search })
  }

  function askService(call: HttpCall, headers: RequestHeaders, target: Target): Outcome | Promise<Outcome> {
    const dispatcher = service()
    if (dispatcher === undefined) return refused(lockedError(), headers)
    const route = routeBeforeBody(target, headers)
    // Credentials come before the body; where only the body tells which operation is meant, any of them may let in.
    const candidates = route === undefined ? target.routes : [route]
    const admissions = candidates.map(({ operation }) => dispatcher.admit(operation.id, headers, true))
    const admission = admissions.find(({ ok }) => ok) ?? admissions[0]
    const admitted = route ?? target.first
    if (admission === undefined || !admission.ok) {
      return { operation: admitted.operation, reply: admission ?? failureReply(lockedError(), headers) }
    }
    if (!candidates.some(({ operation }) => takesBody(operation))) {
      return answered(admitted.operation, headers, () =>
        admission.run({ params: paramsOf(admitted, target.values), query: readQuery(target.search) }),
      )
    }
    return readAndRun(call, headers, target, route)
  }

  async function readAndRun(
    call: HttpCall,
    headers: RequestHeaders,
    target: Target,
    known: Route | undefined,
  ): Promise<Outcome> {
    let route = known ?? target.first
    try {
      const body = await readJsonBody(call, MAX_BODY_BYTES[route.operation.api])
      route = known ?? routeAfterBody(target, headers, body)
      const { operation } = route
      // While the body came in, the session may have ended and the workspace may have been locked.
      const admission = service()?.admit(operation.id, headers, true)
      if (admission === undefined) return { ...refused(lockedError(), headers), operation }
      if (!admission.ok) return { operation, reply: admission, requestBody: body }
      const query = readQuery(target.search)
      return {
        operation,
        requestBody: body,
        reply: admission.run({ params: paramsOf(route, target.values), query, body }),
      }
    } catch (fault) {
      if (fault instanceof ServiceError) return { ...refused(fault, headers), operation: route.operation }
      throw fault
    }
  }

  function answerFault(fault: unknown, call: HttpCall): HttpReply {
    if (fault instanceof CallerGone) throw fault
    if (!(fault instanceof ServiceError)) log?.error('a request ended with a fault', fault)
    const error = fault instanceof ServiceError ? fault : new ServiceError('internal_error', 'the server failed')
    return render(call, refused(error, knownHeaders(call)))
  }

  function render(call: HttpCall, { reply, allow }: Outcome): HttpReply {
    const body = reply.body === undefined ? undefined : JSON.stringify(reply.body)
    const extra = {
      ...(allow && { Allow: allow.join(', ') }),
      ...(!reply.ok && reply.retryAfterSeconds !== undefined && { 'Retry-After': String(reply.retryAfterSeconds) }),
      ...(corsOrigins.length > 0 && corsHeaders(headerOf(call, 'origin'), corsOrigins, allow)),
    }
    const headers = body === undefined ? DATA_HEADERS : JSON_HEADERS
    return { status: reply.status, headers: { ...headers, ...extra }, body }
  }
}

interface Target {
  /** Operations served here, one for each part. */
  readonly routes: readonly Route[]
  readonly first: Route
  readonly values: readonly string[]
  readonly search: string
}

interface Mounts {
  readonly merged: RouteTable
  readonly parts: ReadonlyMap<string, RouteTable>
}

const NO_CONTENT: ServiceReply = { ok: true, status: 204, body: undefined }

function mountTables(): Mounts {
  const tableOf = (apis: readonly Api[]) =>
    createRouteTable(
      serviceOperations.filter(({ api }) => apis.includes(api)),
      REMOVED_ENDPOINTS.filter(({ api }) => apis.includes(api)),
    )
  return { merged: tableOf(PARTS), parts: new Map(PARTS.map((part) => [part, tableOf([part])])) }
}

function mountOf({ merged, parts }: Mounts, path: string): { readonly table: RouteTable; readonly inner: string } {
  const end = path.indexOf('/', 1)
  const table = parts.get(path.slice(1, end === -1 ? undefined : end))
  if (table === undefined) return { table: merged, inner: path }
  return { table, inner: end === -1 ? '' : path.slice(end) }
}

function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const mark = target.indexOf('?')
  return mark === -1 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

/** The part a call on the combined mount is meant for, where line and headers tell. */
function routeBeforeBody(target: Target, headers: RequestHeaders): Route | undefined {
  if (target.routes.length === 1) return target.first
  const rule = collisionRule(target.first.operation.method, target.first.operation.path)
  if (rule?.needsBody) return undefined
  return routeAfterBody(target, headers, undefined)
}

function routeAfterBody({ routes, first, search }: Target, headers: RequestHeaders, body: unknown): Route {
  const token = readHeader(headers, 'userToken')?.replace(/^bearer\s+/i, '')
  const rule = collisionRule(first.operation.method, first.operation.path)
  const api = rule?.choose({ token, query: readQuery(search), body })
  return routes.find(({ operation }) => operation.api === api) ?? first
}

function paramsOf({ operation, paramNames }: Route, values: readonly string[]): unknown {
  return operation.params && Object.fromEntries(paramNames.map((name, index) => [name, values[index]]))
}

function takesBody(operation: Operation): boolean {
  return operation.body !== undefined && operation.method !== 'GET'
}

function answered(operation: Operation, headers: RequestHeaders, run: () => ServiceReply): Outcome {
  try {
    return { operation, reply: run() }
  } catch (fault) {
    if (fault instanceof ServiceError) return { ...refused(fault, headers), operation }
    throw fault
  }
}

function refused(error: ServiceError, headers: RequestHeaders): Outcome {
  return { operation: undefined, reply: failureReply(error, headers) }
}

function refuseMethod(match: MatchedPath, headers: RequestHeaders): Outcome {
  if (match.methods.length === 0)
    return refused(new ServiceError('not_found', 'nothing is served at this path'), headers)
  const error = new ServiceError('method_not_allowed', 'this path has other methods; see the Allow header')
  return { ...refused(error, headers), allow: allowedMethods(match) }
}

function allowedMethods({ methods }: MatchedPath): readonly string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}

function methodOf(method: string): Method | undefined {
  if (method === 'HEAD') return 'GET'
  return method === 'GET' || method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE'
    ? method
    : undefined
}

function removedError(replacement: string | null): ServiceError {
  const advice = replacement === null ? '' : `; use ${replacement}`
  return new ServiceError('endpoint_removed', `this endpoint was removed${advice}`, {
    extraInfo: replacement === null ? {} : { replacement },
  })
}

function lockedError(): ServiceError {
  return new ServiceError('workspace_locked', 'no workspace is open, or it is locked; open it in the window')
}

function isBelow(path: string, mount: string): boolean {
  return path === mount || path.startsWith(`${mount}/`)
}

async function askWorkbench(workbench: WorkbenchRoutes, call: HttpCall, path: string): Promise<HttpReply> {
  const request = await requestFrom(call, MAX_BODY_BYTES.workbench)
  return replyFrom(await workbench.fetch(request, path.slice(WORKBENCH_MOUNT.length) || '/'))
}

function entryOf(
  call: HttpCall,
  requestHeaders: RequestHeaders,
  path: string,
  { operation, reply, requestBody }: Outcome,
  times: { readonly startedAtMs: number; readonly durationMs: number },
): HttpCallEntry {
  return {
    transport: 'http',
    operation: operation?.id ?? null,
    method: call.method,
    path,
    status: reply.status,
    ...times,
    requestHeaders,
    requestBody,
    responseBody: reply.body,
    userAgent: readHeader(requestHeaders, 'userAgent') ?? null,
  }
}
