import { ServiceError } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { RequestParts } from '../../shared/contract/delegation-rights.ts'
import type { ParsedInput } from './validate.ts'
import type { Authenticated, Caller } from './authenticate.ts'
import type { Acting, ExchangeCall, KeystoreCall, PublicCall, UserCall, VaultCall } from './call.ts'
import { ANONYMOUS } from './fair-queue.ts'
import type { Sender } from './fair-queue.ts'
import type { Admitted, DispatchDependencies, Dispatcher, Handle } from './dispatch.ts'
import { createDispatcher } from './dispatch.ts'
import { storedEvent } from './emitted-events.ts'
import type { EventStore, NewEvent, StoredEvent } from './emitted-events.ts'
import type { HeaderPurpose, RequestHeaders } from './headers.ts'
import { MAX_WAITING_GROUP, readHeader } from './headers.ts'
import { wantedLanguages } from './wanted-languages.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { andThen } from './maybe-promise.ts'
import type { IdSource, InTransaction, Log, SteadyClock } from './ports.ts'
import { isoTime } from './ports.ts'
import type { ActingUsers, ServiceReply } from './reply.ts'
import type { Steps } from '../../shared/steps.ts'
import { createWriteTurns } from './write-turns.ts'

/** A handler of any shape; `HandlersFor` gives each its exact types where it is written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the one place where handlers of all shapes meet
export type AnyHandler = (call: any, input: any) => unknown

/** A prepared handler of any shape. */
export interface AnyPreparedHandler {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  prepare(call: any, input: any): Promise<AnyHandler>
}

/** A handler in steps of any shape. */
export interface AnySteppedHandler {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  steps(call: any, input: any): Steps<unknown>
}

export type AnyHandlerKind = AnyHandler | AnyPreparedHandler | AnySteppedHandler

export interface ServiceDispatchDependencies {
  readonly operations: readonly Operation[]
  readonly handlers: Readonly<Record<string, AnyHandlerKind>>
  readonly authenticate: DispatchDependencies<Caller>['authenticate']
  /** Refuses a delegate without a sufficient right, once the whole request has been read. */
  readonly confirmDelegation: (operation: Operation, acting: Acting, parts: RequestParts) => void
  /** Called after each successful call of a vault user, once it is durable. */
  readonly noteUse: (vaultUserId: string, nowMs: number) => void
  /** Applies the changes that have fallen due. */
  readonly applyDueChanges: (nowMs: number) => void
  /** Reads as if the due changes had been applied, even if they could not be stored. */
  readonly asIfApplied: <Result>(nowMs: number, read: () => Result) => Result
  readonly clock: SteadyClock
  readonly newId: IdSource
  /** Runs several reads in one transaction, so that they see one state. */
  readonly inReadTransaction: InTransaction
  readonly inTransaction: InTransaction
  /** Runs steps in one transaction that takes turns with other work, if there are many. */
  readonly inLongTransaction: <Result>(work: () => Steps<Result>) => MaybePromise<Result>
  /**
   * A transaction for writes that may be lost in a crash, such as a session. It works even if the disk is read-only.
   */
  readonly inVolatileTransaction: InTransaction
  readonly events: EventStore
  /** Called with each event once its transaction is durable. */
  readonly onEvent: (event: StoredEvent) => void
  /** Translates a storage fault that a caller may see, for example a full disk; undefined for any other. */
  readonly translateFault: (fault: unknown) => ServiceError | undefined
  readonly log: Log
}

/** Dispatches the calls of the service: each is handled in one transaction, after the changes that had fallen due. */
export function createServiceDispatcher(dependencies: ServiceDispatchDependencies): Dispatcher {
  const { handlers, authenticate, confirmDelegation, noteUse, applyDueChanges, asIfApplied } = dependencies
  const { inReadTransaction, inTransaction, inLongTransaction, inVolatileTransaction } = dependencies
  const { events, onEvent, translateFault, log } = dependencies
  const turns = createWriteTurns()

  return createDispatcher({
    ...dependencies,
    authenticate(operation, headers, nowMs, overNetwork) {
      applyDueChanges(nowMs)
      return authenticate(operation, headers, nowMs, overNetwork)
    },
    actingUsers: (caller) => (caller !== undefined && 'session' in caller ? usersOf(caller) : undefined),
    handleOf: (operation) => handleOf(routeFor(operation, handlers)),
    faultMessage: 'The service failed; nothing was changed.',
  })

  function handleOf(route: Route): Handle<Caller> {
    const { operation } = route
    return (admitted, input) => {
      const effects = noEffects()
      const refuse = (fault: unknown): never => {
        writeAfterFailure(effects.afterFailure)
        throw faultOf(effects.failedAttempts) ?? namingParameter(operation, fault)
      }
      try {
        const reply = handle({ ...route, admitted, input, call: callFor(operation, admitted, effects), effects })
        return reply instanceof Promise ? reply.catch(refuse) : reply
      } catch (fault) {
        return refuse(fault)
      }
    }
  }

  function handle(handled: HandledCall): MaybePromise<ServiceReply> {
    const { handler, call, input } = handled
    if (typeof handler === 'function') return complete(handled, handler)
    if ('steps' in handler) return completeInSteps(handled, handler)
    return handler.prepare(call, input).then((decide) => complete(handled, decide))
  }

  function complete(handled: HandledCall, decide: AnyHandler): MaybePromise<ServiceReply> {
    const { operation, writes, admitted, call, input, effects } = handled
    const before = countsOf(effects)
    const work = () => {
      dropSince(effects, before) // the work may run twice, if the first try found the disk full
      confirm(handled)
      // Still in the transaction: a reply that its schema refuses must roll the change back.
      const reply = successReply(operation, decide(call, input), effects)
      if (writes) store(effects.events)
      return reply
    }
    const write = operation.writesMayBeLost ? inVolatileTransaction : inTransaction
    if (writes) return published(handled, () => write(work))
    const reply = asIfApplied(admitted.nowMs, () => inReadTransaction(work))
    if (effects.events.length === 0) return withPublished(effects, reply)
    const stored = turns.take(senderOf(admitted.caller), () => storeReadEvents(effects))
    return andThen(stored, () => withPublished(effects, reply))
  }

  function completeInSteps(handled: HandledCall, handler: AnySteppedHandler): MaybePromise<ServiceReply> {
    const { operation, call, input, effects } = handled
    const before = countsOf(effects)
    function* work(): Steps<ServiceReply> {
      dropSince(effects, before)
      confirm(handled)
      const reply = successReply(operation, yield* handler.steps(call, input), effects)
      for (const event of effects.events) {
        events.add(event)
        yield
      }
      return reply
    }
    return published(handled, () => inLongTransaction(work))
  }

  /** This is checked within the transaction, because the delegation may have been revoked while the body arrived. */
  function confirm({ operation, admitted: { caller }, input }: HandledCall): void {
    if (caller !== undefined && 'session' in caller) confirmDelegation(operation, caller, input)
  }

  /** Writes when nobody else's write is under way, and then tells what was written. */
  function published(handled: HandledCall, write: () => MaybePromise<ServiceReply>): MaybePromise<ServiceReply> {
    const { operation, admitted, effects } = handled
    const { headers, nowMs, origin, caller } = admitted
    const written = turns.take(senderOf(caller), (hasWaited) => {
      // A session may have ended meanwhile.
      return hasWaited ? andThen(authenticate(operation, headers, nowMs, origin.overNetwork), write) : write()
    })
    return andThen(written, (reply) => withPublished(effects, reply))
  }

  function withPublished(effects: Effects, reply: ServiceReply): ServiceReply {
    publish(effects)
    return reply
  }

  /** Stores the events of a reading call, which is answered even if they cannot be stored. */
  function storeReadEvents({ events: emitted }: Effects): void {
    try {
      inVolatileTransaction(() => {
        store(emitted)
      })
    } catch (fault) {
      if (translateFault(fault) === undefined) throw fault
      log.error('the event that something was read could not be stored', fault)
      emitted.length = 0
    }
  }

  function store(emitted: readonly StoredEvent[]): void {
    for (const event of emitted) events.add(event)
  }

  function callFor(
    operation: Operation,
    { headers, nowMs, elapsedMs, origin, caller }: Admitted<Caller>,
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
      emit: (event) =>
        effects.events.push(storedEvent(withAccountOwner(event, user), { newId: dependencies.newId, creator, now })),
      afterFailure: (write) => effects.afterFailure.push(write),
      countFailedAttempt: (count) => effects.failedAttempts.push(count),
      afterSuccess: (work) => effects.afterSuccess.push(work),
      answerWithOtherStatus: () => (effects.otherStatus = true),
      addHeader: (name, value) => (effects.headers[name] = value),
    }
    return { ...base, ...caller, ...(user && actingUser(operation, user)) }
  }

  /** Ignores failing subscribers: the change is durable, so the call must not look refused. */
  function publish({ events: durable, afterSuccess }: Effects): void {
    for (const work of [...durable.map((event) => () => onEvent(event)), ...afterSuccess]) {
      try {
        work()
      } catch (fault) {
        log.error('a subscriber failed on an event', fault)
      }
    }
  }

  function writeAfterFailure(writes: readonly (() => void)[]): void {
    if (writes.length === 0) return
    try {
      inVolatileTransaction(() => {
        for (const write of writes) write()
      })
    } catch (fault) {
      log.error('the writes after a failed call could not be stored', fault)
    }
  }
}

interface Route {
  readonly operation: Operation
  readonly handler: AnyHandlerKind
  readonly writes: boolean
}

interface HandledCall extends Route {
  readonly admitted: Admitted<Caller>
  readonly input: ParsedInput
  readonly call: PublicCall
  readonly effects: Effects
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

/** Runs all work until one fails, and returns that fault. */
function faultOf(works: readonly (() => void)[]): unknown {
  try {
    for (const work of works) work()
    return undefined
  } catch (fault) {
    return fault
  }
}

/** Adds the name of the path id that was not found. */
function namingParameter({ params }: Operation, fault: unknown): unknown {
  if (params === undefined || !(fault instanceof ServiceError) || fault.code !== 'not_found') return fault
  return fault.namingParameter(Object.keys(params.shape))
}

function routeFor(operation: Operation, handlers: ServiceDispatchDependencies['handlers']): Route {
  const handler = handlers[operation.id]
  if (handler === undefined) throw new Error(`operation ${operation.id} has no handler`)
  return { operation, handler, writes: !isRead(operation) || operation.writesMayBeLost === true }
}

/** Whose waiting writes take turns with those of others. */
function senderOf(caller: Caller): Sender {
  if (caller === undefined) return ANONYMOUS
  return { key: 'session' in caller ? caller.session.id : caller.subscriptionKeyId }
}

function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'HEAD'
}

function countsOf({ events, afterFailure, afterSuccess }: Effects): readonly number[] {
  return [events.length, afterFailure.length, afterSuccess.length]
}

/** Drops the effects added since then, because work that runs again adds them again. */
function dropSince({ events, afterFailure, afterSuccess }: Effects, counts: readonly number[]): void {
  for (const [index, list] of [events, afterFailure, afterSuccess].entries()) list.length = counts[index] ?? 0
}

/** The first characters of a header; null if it is absent. */
function startOf(headers: RequestHeaders, purpose: HeaderPurpose, length: number): string | null {
  return readHeader(headers, purpose)?.slice(0, length) ?? null
}

function actingUser(operation: Operation, { caller, acting }: Authenticated): Partial<VaultCall & KeystoreCall> {
  const { vaultUserId, keystoreUserId } = acting
  if (operation.api === 'vault' && vaultUserId !== null && caller.vaultUserId !== null) {
    return { userId: vaultUserId, callerId: caller.vaultUserId }
  }
  if (operation.api === 'keystore' && keystoreUserId !== null) return { keystoreUserId, vaultUserId }
  return {}
}

function usersOf({ caller, acting, delegation }: Acting): ActingUsers | undefined {
  if (delegation === null || caller.vaultUserId === null || acting.vaultUserId === null) return undefined
  return { delegateId: caller.vaultUserId, accountOwnerId: acting.vaultUserId }
}

function successReply(operation: Operation, result: unknown, { otherStatus, headers }: Effects): ServiceReply {
  const { status, otherStatus: alternative, body, media, file } = operation.success
  return {
    ok: true,
    status: otherStatus && alternative !== undefined ? alternative : status,
    body: body?.parse(result),
    ...(media && { media: true }),
    ...(file && { file: true }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

/** Marks acts of a delegate in the account owner's own feed; nobody else learns who acts for whom. */
function withAccountOwner(event: NewEvent, caller: Acting | undefined): NewEvent {
  if (!caller?.delegation || event.user_id !== caller.acting.vaultUserId) return event
  return { ...event, value: { ...event.value, on_behalf_of: event.user_id } }
}
