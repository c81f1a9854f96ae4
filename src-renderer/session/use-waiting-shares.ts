import { workbenchShareOperations } from '../../shared/contract/workbench-sharing.ts'
import { call } from '../api/call.ts'
import { useWaitingCount } from './use-waiting-count.ts'

/** How many incoming shares wait for a user to accept them. */
export function useWaitingShares(actor: () => string | undefined) {
  return useWaitingCount(
    actor,
    async (user_id) => {
      const query = { direction: 'incoming', limit: 1 } as const
      const { waiting } = await call(workbenchShareOperations.shareRows, { params: { user_id }, query })
      return waiting
    },
    () => true,
  )
}
