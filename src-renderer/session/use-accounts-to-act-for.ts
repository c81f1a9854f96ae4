import { computed } from 'vue'
import type { DelegationRow } from '../../shared/contract/workbench-delegations.ts'
import { workbenchDelegationOperations } from '../../shared/contract/workbench-delegations.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { refreshUsers } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** Opens the account of whom a user acts for, as a user of the workspace. @returns its id there */
export async function actFor(userId: string, connectionId: string): Promise<string> {
  const params = { user_id: userId, connection_id: connectionId }
  const { user } = await call(workbenchDelegationOperations.delegationAct, { params })
  await refreshUsers()
  return user.id
}

/**
 * The accounts a person may act for and has not opened yet, read whenever it is asked for.
 *
 * @param person who is signed in; undefined: nobody, or nobody who can act for others
 * @param asked whether somebody looks at them now
 */
export function useAccountsToActFor(person: () => string | undefined, asked: () => boolean) {
  const store = useWorkbenchStore()
  // Where it is refused, somebody was locked meanwhile.
  const { value } = useLoaded(
    async (_signal, user_id: string) =>
      (await call(workbenchDelegationOperations.delegationRows, { params: { user_id } })).rows,
    { of: () => (asked() ? person() : undefined) },
  )

  const isOpen = ({ connection_id }: DelegationRow): boolean =>
    store.users.some(({ delegation }) => delegation?.connection_id === connection_id)

  return computed(() => (value.value ?? []).filter((row) => row.active && row.direction === 'received' && !isOpen(row)))
}
