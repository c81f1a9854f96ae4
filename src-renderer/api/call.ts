import { isObject } from '../../shared/presentation-exchange/json.ts'
import { callOver, CallError } from '../../shared/contract/caller.ts'
import type { ErrorEntry } from '../../shared/contract/errors.ts'
import type { Operation, OperationDefinition, ReplyFor, RequestFor } from '../../shared/contract/operation.ts'
import type { ForwardedAs } from '../../shared/contract/workbench-forward.ts'
import { forwardOperations } from '../../shared/contract/workbench-forward.ts'
import { i18n } from '../i18n/i18n.ts'
import { answered } from './answers.ts'
import type { Bridge, BridgeReply, BridgeRequest } from './bridge.ts'
import { desktopBridge } from './bridge.ts'
import { httpBridge } from './http-bridge.ts'

export const bridge: Bridge = desktopBridge() ?? httpBridge()

/**
 * Calls an operation of the window; throws CallError with its errors.
 *
 * @param until when aborted, the answer is ignored; the call itself goes on
 */
export function call<D extends OperationDefinition>(
  operation: Operation<D>,
  request: RequestFor<D>,
  until?: AbortSignal,
): Promise<ReplyFor<D>> {
  return callOver(async (sent) => asReply(sent.operation, await bridge.invoke(operation, sent, until)))(
    operation,
    request,
  )
}

/**
 * Calls an operation of the service exactly as another program would: as a user of the workspace, with the subscription
 * key of the window, or as the operator while the console is open. The window never sees its token or password.
 *
 * @param until like in {@link call}
 */
export function callService<D extends OperationDefinition>(
  as: ForwardedAs,
  operation: Operation<D>,
  request: RequestFor<D>,
  until?: AbortSignal,
): Promise<ReplyFor<D>> {
  return callOver((sent) =>
    call(forwardOperations.forward, { body: { ...as, ...carried(sent), language: i18n.global.locale.value } }, until),
  )(operation, request)
}

/** Forwards a call as a user of the workspace. */
export function asUser(user_id: string): Extract<ForwardedAs, { as: 'user' }> {
  return { as: 'user', user_id }
}

function carried({ operation, params, query, body }: BridgeRequest) {
  return {
    operation,
    ...(isObject(params) && { params }),
    ...(isObject(query) && { query }),
    ...(body !== undefined && { body }),
  }
}

function asReply(operation: string, reply: BridgeReply) {
  const { ok, status, body, retryAfterSeconds } = reply
  if (ok) answered.announce(operation)
  if (ok) return { ok, status, body }
  const errors = errorsOf(body) ?? [unreadable(operation, status)]
  return { ok, status, body: { errors }, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

function errorsOf(body: unknown): readonly ErrorEntry[] | undefined {
  // Every refusal of our own service has this body; anything else is replaced by `unreadable`.
  return isObject(body) && Array.isArray(body['errors']) ? (body['errors'] as ErrorEntry[]) : undefined
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

export { CallError }
