import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { Authenticated, Caller } from './authenticate.ts'
import { IN_PROCESS } from './call.ts'
import type { CallOrigin, ExchangeCall, KeystoreCall, PublicCall, UserCall, VaultCall } from './call.ts'
import { storedEvent } from './emitted-events.ts'
import type { EventStore, StoredEvent } from './emitted-events.ts'
import type { HeaderPurpose, RequestHeaders } from './headers.ts'
import { MAX_WAITING_GROUP, readHeader } from './headers.ts'
import { wantedLanguages } from './languages.ts'
import type { IdSource, InTransaction, Log, SteadyClock } from './ports.ts'
import { isoTime } from './ports.ts'
import type { FailureReply, ServiceReply, ServiceRequest } from './reply.ts'
import { failureReply } from './reply.ts'
import type { RawInput } from './validate.ts'
import { parseInput } from './validate.ts'

/** A handler as the dispatcher sees it; `HandlersFor` gave it its exact types where it was written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one place where handlers of all shapes meet
export type AnyHandler = (call: any, input: any) => unknown

/** A prepared handler as the dispatcher sees it. */
export interface AnyPreparedHandler {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  prepare(call: any, input: any): Promise<AnyHandler>
}

export interface DispatchDependencies {
  readonly operations: readonly Operation[]
  /** By operation id. */
  readonly handlers: Readonly<Record<string, AnyHandler | AnyPreparedHandler>>
  readonly authenticate: (operation: Operation, headers: RequestHeaders, nowMs: number, overNetwork: boolean) => Caller
  /** Told of every call of a vault user that succeeded, after it is durable. */
  readonly noteUse: (vaultUserId: string, nowMs: number) => void
  /** Makes the changes that time has brought about and no call has made yet. */
  readonly applyDueChanges: (nowMs: number) => void
  /** Runs work that only reads as if those changes had been made, also when they could not be kept. */
  readonly asIfApplied: <Result>(nowMs: number, read: () => Result) => Result
  readonly clock: SteadyClock
  readonly newId: IdSource
  readonly inTransaction: InTransaction
  /** The same for what may end with the process, such as a session: it works also where the data can only be read. */
  readonly inUnkeptTransaction: InTransaction
  readonly events: EventStore
  /** Gets each event after its transaction is durable. */
  readonly onEvent: (event: StoredEvent) => void
  /** Names faults of the storage that a caller may see, for example a full disk. */
  readonly nameFault: (fault: unknown) => ServiceError | undefined
  readonly log: Log
}

/**
 * A caller who was let in; `run` continues with the parts of the request that had not been read yet. It answers at once,
 * but for operations whose handler is prepared.
 */
export interface Admission {
  readonly ok: true
  run(input: RawInput): ServiceReply | Promise<ServiceReply>
}

export interface Dispatcher {
  /** First half: who is calling, and may they call at all. Transports use it before they read a body. */
  admit(operationId: string, headers: RequestHeaders, origin: CallOrigin): Admission | FailureReply
  /** The whole way in one step. Asynchronous, so that the service can move to another process. */
  dispatch(request: ServiceRequest): Promise<ServiceReply>
}

/** Every transport takes this path: authenticate, validate, handle in one transaction, filter by the reply schema. */
export function createDispatcher(dependencies: DispatchDependencies): Dispatcher {
  const { handlers, authenticate, noteUse, applyDueChanges, asIfApplied, clock } = dependencies
  const { inTransaction, inUnkeptTransaction, events, onEvent, nameFault, log } = dependencies
  const routes = new Map(dependencies.operations.map((operation) => [operation.id, routeFor(operation, handlers)]))

  return {
    admit,
    dispatch(request) {
      const admission = admit(request.operation, request.headers ?? {}, IN_PROCESS)
      return Promise.resolve(admission.ok ? admission.run(request) : admission)
    },
  }

  function admit(operationId: string, headers: RequestHeaders, origin: CallOrigin): ReturnType<Dispatcher['admit']> {
    try {
      const route = routes.get(operationId)
      if (route === undefined) throw new ServiceError('not_found', 'There is no such operation.')
      const nowMs = clock.nowMs()
      applyDueChanges(nowMs)
      const caller = authenticate(route.operation, headers, nowMs, origin.overNetwork)
      return {
        ok: true,
        run: (input) => run(route, { headers, nowMs, elapsedMs: clock.elapsedMs(), origin, caller }, input),
      }
    } catch (fault) {
      return failure(fault, headers)
    }
  }

  function run(route: Route, admitted: Admitted, raw: RawInput): ServiceReply | Promise<ServiceReply> {
    const { operation, handler } = route
    const routed = { ...route, nowMs: admitted.nowMs }
    const effects = noEffects()
    const refuse = (fault: unknown): FailureReply => {
      keepFailureTraces(effects.afterFailure)
      const uncounted = faultOf(effects.failedAttempts)
      return failure(uncounted ?? namingFaultyInput(operation, raw.body, fault), admitted.headers)
    }
    try {
      if (operation.notBuiltYet) throw notBuiltYet(operation)
      const input = parseInput(operation, raw)
      const call = callFor(operation, admitted, effects)
      if (typeof handler === 'function') return complete(routed, () => handler(call, input), effects)
      const prepared = handler.prepare(call, input)
      return prepared.then((decide) => complete(routed, () => decide(call, input), effects)).catch(refuse)
    } catch (fault) {
      return refuse(fault)
    }
  }

  function complete(
    { operation, writes, nowMs }: Route & Pick<Admitted, 'nowMs'>,
    handle: () => unknown,
    effects: Effects,
  ): ServiceReply {
    const before = countsOf(effects)
    const work = () => {
      takeBack(effects, before) // it may be tried a second time, when room was made on a full disk
      // Still in the transaction: a reply that its schema refuses must not leave a change behind.
      const reply = successReply(operation, handle(), effects)
      if (writes) keep(effects.events)
      return reply
    }
    const write = operation.worksReadOnly === true || isRead(operation) ? inUnkeptTransaction : inTransaction
    const reply = writes ? write(work) : asIfApplied(nowMs, work)
    if (!writes) keepWhatWasRead(effects)
    publish(effects)
    return reply
  }

  /** A reading call writes nothing but the report that something was read; it is answered also where the disk is full. */
  function keepWhatWasRead({ events: reported }: Effects): void {
    if (reported.length === 0) return
    try {
      inUnkeptTransaction(() => {
        keep(reported)
      })
    } catch (fault) {
      if (nameFault(fault) === undefined) throw fault
      log.error('the report that something was read could not be kept', fault)
      reported.length = 0
    }
  }

  function keep(reported: readonly StoredEvent[]): void {
    for (const event of reported) events.add(event)
  }

  function callFor(
    operation: Operation,
    { headers, nowMs, elapsedMs, origin, caller }: Admitted,
    effects: Effects,
  ): PublicCall | UserCall | VaultCall | KeystoreCall | ExchangeCall {
    const now = isoTime(nowMs)
    const user = caller !== undefined && 'session' in caller ? caller : undefined
    const vaultUserId = user?.caller.vaultUserId ?? null
    const creator = vaultUserId ?? 'system'
    if (vaultUserId !== null) effects.afterSuccess.push(() => noteUse(vaultUserId, nowMs))
    const base: PublicCall = {
      nowMs,
      now,
      elapsedMs,
      clientIdentifier: startOf(headers, 'userAgent', 255),
      clientVersion: startOf(headers, 'clientVersion', 32),
      waitingGroup: operation.waitingGroup ? startOf(headers, 'waitingGroup', MAX_WAITING_GROUP) : null,
      languages: wantedLanguages(headers),
      origin,
      newId: dependencies.newId,
      emit: (event) => effects.events.push(storedEvent(event, { newId: dependencies.newId, creator, now })),
      afterFailure: (write) => effects.afterFailure.push(write),
      countFailedAttempt: (count) => effects.failedAttempts.push(count),
      afterSuccess: (work) => effects.afterSuccess.push(work),
      answerWithOtherStatus: () => (effects.otherStatus = true),
      addHeader: (name, value) => (effects.headers[name] = value),
    }
    return { ...base, ...caller, ...(user && actingUser(operation, user)) }
  }

  /** The change is durable by now: a subscriber that fails must not make it look refused. */
  function publish({ events: durable, afterSuccess }: Effects): void {
    for (const work of [...durable.map((event) => () => onEvent(event)), ...afterSuccess]) {
      try {
        work()
      } catch (fault) {
        log.error('a subscriber failed on an event', fault)
      }
    }
  }

  function keepFailureTraces(writes: readonly (() => void)[]): void {
    if (writes.length === 0) return
    try {
      inUnkeptTransaction(() => {
        for (const write of writes) write()
      })
    } catch (fault) {
      log.error('the traces of a failed call could not be kept', fault)
    }
  }

  function failure(fault: unknown, headers: RequestHeaders): FailureReply {
    const known = fault instanceof ServiceError ? fault : nameFault(fault)
    if (known === undefined) log.error('a call ended with a fault', fault)
    const error =
      known ?? new ServiceError('internal_error', 'The service failed; nothing was changed.', { cause: fault })
    return failureReply(error, headers)
  }
}

/** A call that was let in. */
interface Admitted {
  readonly headers: RequestHeaders
  readonly nowMs: number
  readonly elapsedMs: number
  readonly origin: CallOrigin
  readonly caller: Caller
}

interface Route {
  readonly operation: Operation
  readonly handler: AnyHandler | AnyPreparedHandler
  readonly writes: boolean
}

interface Effects {
  readonly events: StoredEvent[]
  readonly afterFailure: (() => void)[]
  readonly failedAttempts: (() => void)[]
  readonly afterSuccess: (() => void)[]
  otherStatus: boolean
  readonly headers: Record<string, string>
}

function noEffects(): Effects {
  return { events: [], afterFailure: [], failedAttempts: [], afterSuccess: [], otherStatus: false, headers: {} }
}

/** What the first of them that fails throws. */
function faultOf(works: readonly (() => void)[]): unknown {
  try {
    for (const work of works) work()
    return undefined
  } catch (fault) {
    return fault
  }
}

/** Shows the caller what of the request is wrong: the part of the body that the operation says, or the id that names nothing. */
function namingFaultyInput({ describeFaults, params }: Operation, body: unknown, fault: unknown): unknown {
  if (!(fault instanceof ServiceError)) return fault
  if (fault.code === 'not_found' && params !== undefined) return fault.namingParameter(Object.keys(params.shape))
  return describeFaults === undefined ? fault : fault.withExtraInfo((fields) => describeFaults(body, fields))
}

function notBuiltYet({ method, path }: Operation): ServiceError {
  return new ServiceError('not_built_yet', `${method} ${path} is part of the interface, but not built yet.`)
}

function routeFor(operation: Operation, handlers: DispatchDependencies['handlers']): Route {
  const handler = operation.notBuiltYet ? () => undefined : handlers[operation.id]
  if (handler === undefined) throw new Error(`operation ${operation.id} has no handler`)
  return { operation, handler, writes: !isRead(operation) || operation.writesOnRead === true }
}

function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** How many effects of each kind there are. */
function countsOf({ events, afterFailure, afterSuccess }: Effects): readonly number[] {
  return [events.length, afterFailure.length, afterSuccess.length]
}

/** Forgets what was reported since: work that is done again reports it again. */
function takeBack({ events, afterFailure, afterSuccess }: Effects, counts: readonly number[]): void {
  for (const [index, list] of [events, afterFailure, afterSuccess].entries()) list.length = counts[index] ?? 0
}

/** At most so many characters of a header; null without it. */
function startOf(headers: RequestHeaders, purpose: HeaderPurpose, length: number): string | null {
  return readHeader(headers, purpose)?.slice(0, length) ?? null
}

function actingUser(operation: Operation, { caller }: Authenticated): Partial<VaultCall & KeystoreCall> {
  const { vaultUserId, keystoreUserId } = caller
  if (operation.api === 'vault' && vaultUserId !== null) return { userId: vaultUserId, callerId: vaultUserId }
  if (operation.api === 'keystore' && keystoreUserId !== null) return { keystoreUserId, vaultUserId }
  return {}
}

function successReply(operation: Operation, result: unknown, { otherStatus, headers }: Effects): ServiceReply {
  const { status, otherStatus: alternative, body, media } = operation.success
  return {
    ok: true,
    status: otherStatus && alternative !== undefined ? alternative : status,
    body: body?.parse(result),
    ...(media && { media: true }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}
