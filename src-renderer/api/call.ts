import type { Call } from '../../shared/contract/caller.ts'
import { callOver, CallError } from '../../shared/contract/caller.ts'
import type { ErrorEntry } from '../../shared/contract/errors.ts'
import { deskOperations } from '../../shared/contract/workbench-exchange.ts'
import { workbenchOperatorOperations } from '../../shared/contract/workbench-operator.ts'
import { workbenchOperations } from '../../shared/contract/workbench.ts'
import { tellAnswered } from './answers.ts'
import type { Bridge, BridgeReply, BridgeRequest } from './bridge.ts'
import { desktopBridge } from './bridge.ts'
import { httpBridge } from './http-bridge.ts'

export const bridge: Bridge = desktopBridge() ?? httpBridge()

/** Calls an operation of the workbench; throws CallError with its errors. */
export const call: Call = callUntil()

/** The same, until nobody waits for the answer any more; the call itself goes on. */
export function callUntil(signal?: AbortSignal): Call {
  return callOver(async (request) => asReply(request.operation, await bridge.invoke(request, signal)))
}

/** Calls operations of the service as one user of the workspace, exactly as an outside client would. */
export function callAs(userId: string, signal?: AbortSignal): Call {
  return callOver((request) =>
    callUntil(signal)(workbenchOperations.userCall, { params: { user_id: userId }, body: carried(request) }),
  )
}

/** Calls operations of the exchange and of the verifier with the subscription key of the window, which it never sees. */
export const callDesk: Call = callOver((request) => call(deskOperations.deskCall, { body: carried(request) }))

/**
 * Calls operations of the service as the operator, while the desk is open.
 *
 * @param userId user of the workspace in whose session it is done, for operations that need one
 */
export function callOperator(userId: string | null = null): Call {
  return callOver((request) =>
    call(workbenchOperatorOperations.operatorCall, { body: { ...carried(request), user_id: userId } }),
  )
}

function carried({ operation, params, query, body }: BridgeRequest) {
  return {
    operation,
    ...(isRecord(params) && { params }),
    ...(isRecord(query) && { query }),
    ...(body !== undefined && { body }),
  }
}

function asReply(operation: string, reply: BridgeReply) {
  const { ok, status, body } = reply
  if (ok) tellAnswered(operation)
  if (ok) return { ok, status, body }
  return { ok, status, body: { errors: errorsOf(body) ?? [unreadable(operation, status)] } }
}

function errorsOf(body: unknown): readonly ErrorEntry[] | undefined {
  // Every refusal of our own service has this body; anything else is replaced by `unreadable`.
  return isRecord(body) && Array.isArray(body['errors']) ? (body['errors'] as ErrorEntry[]) : undefined
}

function unreadable(operation: string, status: number): ErrorEntry {
  return {
    error: 'internal_error',
    http_code: status,
    message: `${operation} answered ${status} without a reason`,
    requested_language: 'en',
    message_in_requested_language: true,
    extra_info: {},
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export { CallError }
