import type { workbenchOperatorOperations } from '../../../shared/contract/workbench-operator.ts'
import type { WorkbenchHandlersFor, Working } from './handlers.ts'

/** The operator's desk of the open workspace. */
export function operatorHandlers({ within }: Working): WorkbenchHandlersFor<typeof workbenchOperatorOperations> {
  return {
    operatorGet: () => within(({ operator }) => ({ operator: operator.state() })),
    operatorPasswordSet: ({ body }) =>
      within(({ operator }) => {
        const password = operator.setPassword(body)
        return { operator: operator.state(), password }
      }),
    operatorOpen: ({ body }) =>
      within(async ({ operator }) => {
        await operator.open(body)
        return { operator: operator.state() }
      }),
    operatorClose: ({ body }) =>
      within(({ operator }) => {
        operator.close(body.forget)
        return { operator: operator.state() }
      }),
  }
}
