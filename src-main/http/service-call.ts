import { otherBodiesOf } from '../service/other-bodies.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import { methodNotAllowed, ServiceError } from '../../shared/contract/errors.ts'
import type { Api, Method, Operation } from '../../shared/contract/operation.ts'
import { REMOVED_ENDPOINTS } from '../../shared/contract/removed-endpoints.ts'
import type { MaybePromise } from '../service/maybe-promise.ts'
import { andThen } from '../service/maybe-promise.ts'
import type { CallOrigin } from '../service/call.ts'
import type { Admission, Dispatcher } from '../service/dispatch.ts'
import type { RequestHeaders } from '../service/headers.ts'
import { readHeader } from '../service/headers.ts'
import { failedPrecondition, refusedByPreconditions } from '../service/preconditions.ts'
import type { Preconditions } from '../service/preconditions.ts'
import type { ActingUsers, FailureReply, ServiceReply } from '../service/reply.ts'
import { failureReply } from '../service/reply.ts'
import { createCallTurns } from './call-turns.ts'
import { MAX_BODY_BYTES, readBytes, readTypedBody, refuseCompressed } from './body-reader.ts'
import { collisionRule } from './collisions.ts'
import { isForm, readForm } from './form-reader.ts'
import type { HttpCall } from './http-call.ts'
import { headerOf } from './http-call.ts'
import { readQuery, readSignedQuery } from './query-reader.ts'
import { createRouteTable } from './route-table.ts'
import type { MatchedPath, Route, RouteTable } from './route-table.ts'

/** A call to the interface: the request, and the headers that the service may see. */
export interface InterfaceCall {
  readonly http: HttpCall
  readonly headers: RequestHeaders
}

/** Reads a file from a first to a last byte. */
export type ReadRange = (first: number, last: number) => Promise<ServiceReply>

export interface Outcome {
  /** The called operation; undefined if path and method name none. */
  readonly operation: Operation | undefined
  readonly reply: ServiceReply
  /** Set if a known caller acted for somebody else, or was refused to. */
  readonly acting?: ActingUsers | undefined
  /** Reads further bytes of a file. */
  readonly readRange?: ReadRange
  /** Undefined if there was none, or it could not be read. */
  readonly requestBody?: unknown
  /** Methods for the Allow header. */
  readonly allow?: readonly string[]
}

export interface ServiceCaller {
  /** Whether the combined mount serves this path with any method. */
  knows(path: string): boolean
  /** Runs a call, synchronously unless a body has to be read or other calls have kept the thread for long. */
  ask(call: InterfaceCall): Outcome | Promise<Outcome>
}

/** The parts on the combined mount. The verifier acts as a separate party and has only its own mount. */
const MERGED_PARTS = ['vault', 'keystore', 'exchange'] as const
const PARTS = [...MERGED_PARTS, 'verifier'] as const
const NO_CONTENT: ServiceReply = { ok: true, status: 204, body: undefined }

/**
 * Finds the operation of a request and runs it: path and method, credentials, body, handler. `/vault`, `/keystore`,
 * `/exchange` and `/verifier` serve one part each; the combined mount serves the first three at all other paths.
 *
 * @param service the service of the open workspace; undefined while none is open, or it is locked
 */
export function createServiceCaller(service: () => Dispatcher | undefined): ServiceCaller {
  const mounts = mountTables()
  const turns = createCallTurns()

  return {
    knows: (path) => mounts.merged.find(path) !== undefined,
    ask: (call) => turns.take(() => route(call)),
  }

  function route(call: InterfaceCall): Outcome | Promise<Outcome> {
    const { table, inner } = mountOf(mounts, call.http.path)
    const match = table.find(inner)
    if (match === undefined) return refused(routeNotFound(), call)
    if (call.http.method === 'OPTIONS') return { operation: undefined, reply: NO_CONTENT, allow: allowedMethods(match) }
    const method = methodOf(call.http.method)
    const routes = method === undefined ? [] : routesOf(match, method)
    const [first] = routes
    if (first !== undefined) return admitAndRun(call, { routes, first, values: match.values })
    const removed = method && match.removedOf(method === 'HEAD' ? 'GET' : method)
    return removed === undefined ? refuseMethod(match, call) : refused(removedError(removed.replacement), call)
  }

  function admitAndRun(call: InterfaceCall, target: Target): Outcome | Promise<Outcome> {
    const dispatcher = service()
    if (dispatcher === undefined) return refused(lockedError(), call)
    const route = routeBeforeBody(target, call)
    // Credentials are checked before the body. If only the body determines the operation, any candidate may admit.
    const candidates = route === undefined ? target.routes : [route]
    const { operation } = route ?? target.first
    return andThen(admitAny(dispatcher, candidates, call), (admission) => {
      if (!admission.ok) return { operation, reply: admission, acting: admission.acting }
      return andThen(runAdmitted(call, target, { route, candidates, admission }), (outcome) => ({
        ...underPreconditions(call, outcome),
        acting: admission.acting,
      }))
    })
  }

  function runAdmitted(call: InterfaceCall, target: Target, { route, candidates, admission }: AdmittedCall) {
    const { operation } = route ?? target.first
    const refusal = isRead(call) || operation.requestForm === 'verbatim' ? undefined : refusalOfChange(call)
    if (refusal !== undefined) return { ...refused(refusal, call), operation }
    if (candidates.some((candidate) => takesBody(candidate.operation))) return readAndRun(call, target, route)
    const routed = { route: route ?? target.first, target, call }
    const outcome = runChecked(call, operation, () => runRoute(admission, routed))
    return operation.success.file ? withRangeReader(outcome, admission, routed) : outcome
  }

  async function readAndRun(call: InterfaceCall, target: Target, known: Route | undefined): Promise<Outcome> {
    const expected = known ?? target.first
    try {
      const body = await readBody(call.http, expected.operation)
      const route = known ?? chooseRoute(target, call, body)
      const { operation } = route
      const admitAndRunRoute = () => {
        // While the body arrived, the session may have ended or the workspace may have been locked.
        const admitted =
          service()?.admit(operation.id, call.headers, originOf(call)) ?? failureReply(lockedError(), call.headers)
        return andThen(admitted, (admission) =>
          admission.ok ? runRoute(admission, { route, target, call, body }) : admission,
        )
      }
      const outcome = await turns.take(() => runChecked(call, operation, admitAndRunRoute))
      return { ...outcome, requestBody: body }
    } catch (fault) {
      if (fault instanceof ServiceError) return { ...refused(fault, call), operation: expected.operation }
      throw fault
    }
  }
}

interface Target {
  /** The operations at this path, one for each part. */
  readonly routes: readonly Route[]
  readonly first: Route
  readonly values: readonly string[]
}

/** A call that one of the candidates admitted. `route` is the actual one, if known. */
interface AdmittedCall {
  readonly route: Route | undefined
  readonly candidates: readonly Route[]
  readonly admission: Admission
}

interface Mounts {
  readonly merged: RouteTable
  readonly parts: ReadonlyMap<string, RouteTable>
}

function mountTables(): Mounts {
  const tableOf = (apis: readonly Api[], operations: readonly Operation[] = serviceOperations) =>
    createRouteTable(
      operations.filter(({ api }) => apis.includes(api)),
      REMOVED_ENDPOINTS.filter(({ api }) => apis.includes(api)),
    )
  const ofAllMounts = serviceOperations.filter(({ ownMountOnly }) => ownMountOnly !== true)
  return { merged: tableOf(MERGED_PARTS, ofAllMounts), parts: new Map(PARTS.map((part) => [part, tableOf([part])])) }
}

function mountOf({ merged, parts }: Mounts, path: string): { readonly table: RouteTable; readonly inner: string } {
  const end = path.indexOf('/', 1)
  const table = parts.get(path.slice(1, end === -1 ? undefined : end))
  if (table === undefined) return { table: merged, inner: path }
  return { table, inner: end === -1 ? '' : path.slice(end) }
}

/** The mount in front of a path; empty on the combined mount. */
export function mountOfPath(path: string): string {
  const [mount = ''] = /^\/[^/]*/.exec(path) ?? []
  return PARTS.some((part) => mount === `/${part}`) ? mount : ''
}

/** The route of a call; undefined if only the body can tell. */
function routeBeforeBody(target: Target, call: InterfaceCall): Route | undefined {
  if (target.routes.length === 1) return target.first
  const { method, path } = target.first.operation
  return collisionRule(method, path)?.needsBody ? undefined : chooseRoute(target, call, undefined)
}

function chooseRoute({ routes, first }: Target, { headers, http }: InterfaceCall, body: unknown): Route {
  const token = readHeader(headers, 'userToken')?.replace(/^bearer\s+/i, '')
  const rule = collisionRule(first.operation.method, first.operation.path)
  const api = rule?.choose({ token, query: readQuery(http.search), body })
  return routes.find(({ operation }) => operation.api === api) ?? first
}

function originOf({ http }: InterfaceCall): CallOrigin {
  return {
    overNetwork: true,
    remote: http.remote,
    // Computed on demand, because few replies contain an address.
    get address() {
      return http.origin + mountOfPath(http.path)
    },
  }
}

/** The first admission of any route, or else the refusal of the first. */
function admitAny(
  dispatcher: Dispatcher,
  [route, ...others]: readonly Route[],
  call: InterfaceCall,
): MaybePromise<Admission | FailureReply> {
  if (route === undefined) return failureReply(routeNotFound(), call.headers)
  return andThen(dispatcher.admit(route.operation.id, call.headers, originOf(call)), (admission) => {
    if (admission.ok || others.length === 0) return admission
    return andThen(admitAny(dispatcher, others, call), (other) => (other.ok ? other : admission))
  })
}

/** A request whose operation is known. */
interface RoutedCall {
  readonly route: Route
  readonly target: Target
  readonly call: InterfaceCall
  readonly body?: unknown
}

function runRoute(admission: Admission, routed: RoutedCall, range?: string): ServiceReply | Promise<ServiceReply> {
  const { route, target, call, body } = routed
  if (route.operation.requestForm !== 'verbatim') {
    return admission.run({ params: paramsOf(route, target.values), query: readQuery(call.http.search), body })
  }
  const query = { ...readSignedQuery(call.http.search), ...rangeOf(call, range), ...preconditionsOf(call) }
  return admission.run({ params: verbatimParamsOf(route, call.http.path), query, body })
}

/** Adds a reader of further ranges of a file, which runs under the admission of the first. */
async function withRangeReader(
  outcome: Outcome | Promise<Outcome>,
  admission: Admission,
  routed: RoutedCall,
): Promise<Outcome> {
  const readRange: ReadRange = async (first, last) => runRoute(admission, routed, `bytes=${first}-${last}`)
  return { ...(await outcome), readRange }
}

/**
 * Storage clients send both headers; their own one counts, because a proxy may have changed the other. Ranges are
 * defined only for GET (RFC 9110, 14.2).
 */
function rangeOf({ http }: InterfaceCall, range: string | undefined) {
  if (range !== undefined) return { range }
  if (http.method !== 'GET') return {}
  return { range: headerOf(http, 'x-ms-range') ?? headerOf(http, 'range'), if_range: headerOf(http, 'if-range') }
}

function preconditionsOf({ http }: InterfaceCall): Preconditions | undefined {
  const [if_match, if_none_match] = [headerOf(http, 'if-match'), headerOf(http, 'if-none-match')]
  return if_match === undefined && if_none_match === undefined ? undefined : { if_match, if_none_match }
}

/**
 * Applies preconditions to a change. The resources have no entity tags, so no listed tag can match; POST does not
 * address a resource, so `If-None-Match: *` does not apply to it.
 */
function refusalOfChange(call: InterfaceCall): ServiceError | undefined {
  const sent = preconditionsOf(call)
  if (sent === undefined) return undefined
  const applicable = call.http.method === 'POST' ? { if_match: sent.if_match } : sent
  return refusedByPreconditions(applicable, { tag: undefined })
}

/** Applies preconditions to a read (RFC 9110, 13.2). */
function underPreconditions(call: InterfaceCall, outcome: Outcome): Outcome {
  const { operation, reply } = outcome
  const sent = isRead(call) ? preconditionsOf(call) : undefined
  if (sent === undefined || !reply.ok || reply.status >= 300) return outcome
  const resource = { tag: reply.headers?.['ETag'] }
  const failed = failedPrecondition(sent, resource)
  if (failed === undefined) return outcome
  const refusal = failed === 'if_match' && refusedByPreconditions(sent, resource)
  if (refusal) return { ...refused(refusal, call), operation }
  const { media: _, file: __, ...others } = reply
  return { operation, reply: { ...others, status: 304, body: undefined } }
}

function isRead({ http: { method } }: InterfaceCall): boolean {
  return method === 'GET' || method === 'HEAD'
}

function paramsOf({ operation, paramNames }: Route, values: readonly string[]): unknown {
  return operation.params && Object.fromEntries(paramNames.map((name, index) => [name, values[index]]))
}

/** Takes the segments undecoded and with any suffix, which may be part of a name. */
function verbatimParamsOf({ operation }: Route, path: string): unknown {
  const segments = path.slice(mountOfPath(path).length).split('/')
  const named = operation.path.split('/').flatMap((part, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    return name === undefined ? [] : [[name, segments[index]] as const]
  })
  return operation.params && Object.fromEntries(named)
}

async function readBody(http: HttpCall, operation: Operation): Promise<unknown> {
  refuseCompressed(http)
  const limits = bodyLimits(operation)
  if (operation.requestForm === 'verbatim') return readBytes(http, limits.maxBytes)
  if (operation.requestForm === 'fields' && isForm(http)) return readForm(http, limits.maxBytes)
  return readTypedBody(http, limits)
}

function runChecked(
  call: InterfaceCall,
  operation: Operation,
  run: () => ServiceReply | Promise<ServiceReply>,
): Outcome | Promise<Outcome> {
  try {
    const reply = run()
    return reply instanceof Promise ? reply.then((late) => ({ operation, reply: late })) : { operation, reply }
  } catch (fault) {
    if (fault instanceof ServiceError) return { ...refused(fault, call), operation }
    throw fault
  }
}

function bodyLimits(operation: Operation) {
  const { api, maxBodyBytes: maxBytes = MAX_BODY_BYTES[api] } = operation
  return { maxBytes, otherBodies: otherBodiesOf(operation) }
}

function takesBody(operation: Operation): boolean {
  return operation.body !== undefined && operation.method !== 'GET'
}

function refused(error: ServiceError, { headers }: InterfaceCall): Outcome {
  return { operation: undefined, reply: failureReply(error, headers) }
}

function refuseMethod(match: MatchedPath, call: InterfaceCall): Outcome {
  if (match.methods.length === 0) return refused(routeNotFound(), call)
  const allow = allowedMethods(match)
  return { ...refused(methodNotAllowed(call.http.method, allow), call), allow }
}

function allowedMethods({ methods }: MatchedPath): readonly string[] {
  const isReadable = methods.includes('GET') && !methods.includes('HEAD')
  return [...methods, ...(isReadable ? ['HEAD'] : []), 'OPTIONS']
}

function routesOf(match: MatchedPath, method: Method): readonly Route[] {
  const routes = match.routesOf(method)
  return method === 'HEAD' && routes.length === 0 ? match.routesOf('GET') : routes
}

function methodOf(method: string): Method | undefined {
  return method === 'GET' ||
    method === 'HEAD' ||
    method === 'POST' ||
    method === 'PUT' ||
    method === 'PATCH' ||
    method === 'DELETE'
    ? method
    : undefined
}

function removedError(replacement: string | null): ServiceError {
  const advice = replacement === null ? '' : `; use ${replacement}`
  return new ServiceError('endpoint_removed', `This endpoint was removed${advice}.`, {
    extraInfo: replacement === null ? {} : { replacement },
  })
}

function routeNotFound(): ServiceError {
  return new ServiceError('not_found', 'Nothing is served at this path.')
}

function lockedError(): ServiceError {
  return new ServiceError('workspace_locked', 'No workspace is open, or it is locked; open it in the window.')
}
