import { computed } from 'vue'
import type { DelegationRow } from '../../shared/contract/workbench-delegations.ts'
import { workbenchDelegationOperations } from '../../shared/contract/workbench-delegations.ts'
import { call } from '../api/call.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { refreshUsers } from './use-workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** Opens the account of an account owner as a user of the workspace. @returns the id of that user */
export async function actFor(userId: string, connectionId: string): Promise<string> {
  const params = { user_id: userId, connection_id: connectionId }
  const { user } = await call(workbenchDelegationOperations.delegationAct, { params })
  await refreshUsers()
  return user.id
}

/**
 * The accounts that a person may act for and has not opened yet, read again whenever they are asked for.
 *
 * @param person a signed-in user; undefined if there is none who can act for others
 * @param asked whether the accounts are shown now
 */
export function useAccountsToActFor(person: () => string | undefined, asked: () => boolean) {
  const store = useWorkbenchStore()
  // A refusal is ignored: the user was locked meanwhile.
  const { value } = useLoaded(
    async (_signal, user_id: string) =>
      (await call(workbenchDelegationOperations.delegationRows, { params: { user_id } })).rows,
    { of: () => (asked() ? person() : undefined) },
  )

  const isOpen = ({ connection_id }: DelegationRow): boolean =>
    store.users.some(({ delegation }) => delegation?.connection_id === connection_id)

  return computed(() => (value.value ?? []).filter((row) => row.active && row.direction === 'received' && !isOpen(row)))
}
