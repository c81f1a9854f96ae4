import type { Operation } from '../../shared/contract/operation.ts'
import type { AnyHandlerKind } from './service-dispatch.ts'

/** Maps operation ids to handlers, for the dispatcher. */
export function byId<Names extends string, Handler extends AnyHandlerKind>(
  operations: Readonly<Record<Names, Operation>>,
  handlers: Readonly<Record<Names, Handler>>,
): Record<string, Handler> {
  return Object.fromEntries(
    Object.values<Operation>(operations).map((operation) => {
      const handler = handlers[operation.name as Names]
      return [operation.id, handler]
    }),
  )
}
