import type { deskOperations } from '../../shared/contract/workbench-exchange.ts'
import type { WorkbenchHandlersFor } from './handlers.ts'
import { whileOpen } from './handlers.ts'
import type { Workspaces } from './workspaces.ts'

/** Calls of the exchange and the verifier with the subscription key of the window. */
export function deskHandlers(workspaces: Workspaces): WorkbenchHandlersFor<typeof deskOperations> {
  const within = whileOpen(workspaces)
  return {
    deskCall: ({ body }) => within(({ desk }) => desk.call(body)),
  }
}
