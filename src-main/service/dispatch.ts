import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { DelegateRefused } from './acting-for-another.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { andThen } from './maybe-promise.ts'
import { IN_PROCESS } from './call.ts'
import type { CallOrigin } from './call.ts'
import type { RequestHeaders } from './headers.ts'
import { requirePlainData } from './plain-data.ts'
import type { Log, SteadyClock } from './ports.ts'
import type { ActingUsers, FailureReply, ServiceReply, ServiceRequest } from './reply.ts'
import { failureReply } from './reply.ts'
import type { ParsedInput, RawInput } from './validate.ts'
import { parseInput } from './validate.ts'

/** An authenticated call. */
export interface Admitted<Caller> {
  readonly headers: RequestHeaders
  readonly nowMs: number
  readonly elapsedMs: number
  readonly origin: CallOrigin
  readonly caller: Caller
}

/** Handles a call of one operation and filters the answer by the reply schema. Throws its refusal. */
export type Handle<Caller> = (admitted: Admitted<Caller>, input: ParsedInput) => MaybePromise<ServiceReply>

export interface DispatchDependencies<Caller> {
  readonly operations: readonly Operation[]
  readonly authenticate: (
    operation: Operation,
    headers: RequestHeaders,
    nowMs: number,
    overNetwork: boolean,
  ) => MaybePromise<Caller>
  /** Finds who acts for whom; absent where callers act only for themselves. */
  readonly actingUsers?: (caller: Caller) => ActingUsers | undefined
  /** Finds the handler; called once for each operation. */
  readonly handleOf: (operation: Operation) => Handle<Caller>
  readonly clock: SteadyClock
  /** Translates a fault that a caller may see, for example a full disk; undefined for any other. */
  readonly translateFault: (fault: unknown) => ServiceError | undefined
  /** The message of the answer to any other fault. */
  readonly faultMessage: string
  readonly log: Log
}

/**
 * An authenticated caller. `run` continues with the rest of the request; it answers synchronously unless the handler
 * has to wait.
 */
export interface Admission {
  readonly ok: true
  /** Undefined if the caller acts for nobody else. */
  readonly acting?: ActingUsers | undefined
  run(input: RawInput): MaybePromise<ServiceReply>
}

export interface Dispatcher {
  /**
   * Authenticates the caller. Transports call it before they read a body. It answers synchronously, except for a JSON
   * Web Token, whose keys may have to be fetched. Never rejects.
   */
  admit(operationId: string, headers: RequestHeaders, origin: CallOrigin): MaybePromise<Admission | FailureReply>
  /** Admits and runs a call. Asynchronous, so that the service can move to another process. Never rejects. */
  dispatch(request: ServiceRequest): Promise<ServiceReply>
}

/**
 * Every call of the service and of the window takes this path, over every transport: authenticate, validate, handle,
 * filter by the reply schema. A failure is returned as data.
 */
export function createDispatcher<Caller>(dependencies: DispatchDependencies<Caller>): Dispatcher {
  const { authenticate, actingUsers, handleOf, clock, translateFault, faultMessage, log } = dependencies
  const routes = new Map(dependencies.operations.map((operation) => [operation.id, routeFor(operation)]))

  return { admit, dispatch: (request) => dispatchBy(admit, request) }

  function routeFor(operation: Operation): Route<Caller> {
    return { operation, handle: handleOf(operation) }
  }

  function admit(operationId: string, headers: RequestHeaders, origin: CallOrigin): ReturnType<Dispatcher['admit']> {
    try {
      const route = routes.get(operationId)
      if (route === undefined) throw new ServiceError('not_found', 'There is no such operation.')
      const nowMs = clock.nowMs()
      const admissionOf = (caller: Caller): Admission => ({
        ok: true,
        acting: actingUsers?.(caller),
        run: (input) => run(route, { headers, nowMs, elapsedMs: clock.elapsedMs(), origin, caller }, input),
      })
      const admitted = andThen(authenticate(route.operation, headers, nowMs, origin.overNetwork), admissionOf)
      return admitted instanceof Promise ? admitted.catch((fault: unknown) => failure(fault, headers)) : admitted
    } catch (fault) {
      return failure(fault, headers)
    }
  }

  function run({ operation, handle }: Route<Caller>, admitted: Admitted<Caller>, raw: RawInput) {
    const refuse = (fault: unknown) => failure(withDescribedFaults(operation, raw.body, fault), admitted.headers)
    try {
      const reply = handle(admitted, parseInput(operation, raw))
      return reply instanceof Promise ? reply.catch(refuse) : reply
    } catch (fault) {
      return refuse(fault)
    }
  }

  function failure(fault: unknown, headers: RequestHeaders): FailureReply {
    const known = fault instanceof ServiceError ? fault : translateFault(fault)
    if (known === undefined) log.error('a call ended with a fault', fault)
    const reply = failureReply(known ?? new ServiceError('internal_error', faultMessage, { cause: fault }), headers)
    return fault instanceof DelegateRefused ? { ...reply, acting: fault.acting } : reply
  }
}

/** Admits and runs a call from the same process. */
export function dispatchBy(admit: Dispatcher['admit'], request: ServiceRequest): Promise<ServiceReply> {
  const admitted = admit(request.operation, request.headers ?? {}, IN_PROCESS)
  return Promise.resolve(andThen(admitted, (admission) => (admission.ok ? runAdmitted(admission, request) : admission)))
}

function runAdmitted(admission: Admission, request: ServiceRequest): MaybePromise<ServiceReply> {
  const { acting } = admission
  const reply = refusalOfForeignData(request) ?? admission.run(request)
  return acting === undefined ? reply : andThen(reply, (answered) => ({ ...answered, acting }))
}

/**
 * Refuses anything but plain data: HTTP bodies were parsed as JSON, but in process and over IPC anything may arrive.
 */
function refusalOfForeignData({ params, query, body, headers = {} }: ServiceRequest): FailureReply | undefined {
  try {
    for (const part of [params, query, body]) requirePlainData(part)
    return undefined
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault
    return failureReply(fault, headers)
  }
}

interface Route<Caller> {
  readonly operation: Operation
  readonly handle: Handle<Caller>
}

/** Adds which part of the sent body is wrong, for operations that can describe this. */
function withDescribedFaults({ describeFaults }: Operation, body: unknown, fault: unknown): unknown {
  if (describeFaults === undefined || !(fault instanceof ServiceError)) return fault
  return fault.withExtraInfo((fields) => describeFaults(body, fields))
}
