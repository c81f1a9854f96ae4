import type { Operation } from '../../shared/contract/operation.ts'
import type { AnyHandler } from './dispatch.ts'

/** Handlers under the ids of their operations, as the dispatcher looks them up. */
export function byId<Names extends string>(
  operations: Readonly<Record<Names, Operation>>,
  handlers: Readonly<Record<Names, AnyHandler>>,
): Record<string, AnyHandler> {
  return Object.fromEntries(
    Object.values<Operation>(operations).map((operation) => {
      const handler: AnyHandler | undefined = handlers[operation.name as Names]
      return [operation.id, handler]
    }),
  )
}
