import { shallowRef, watch } from 'vue'
import type { DelegationRow } from '../../shared/contract/workbench-delegations.ts'
import { workbenchDelegationOperations } from '../../shared/contract/workbench-delegations.ts'
import { call, CallError } from '../api/call.ts'
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
  const rows = shallowRef<readonly DelegationRow[]>([])

  watch([person, asked], () => void read(), { immediate: true })

  async function read(): Promise<void> {
    const user_id = person()
    rows.value = []
    if (user_id === undefined || !asked()) return
    const found = await readRows(user_id)
    if (person() === user_id)
      rows.value = found.filter((row) => row.active && row.direction === 'received' && !isOpen(row))
  }

  async function readRows(user_id: string): Promise<readonly DelegationRow[]> {
    try {
      return (await call(workbenchDelegationOperations.delegationRows, { params: { user_id } })).rows
    } catch (error) {
      if (error instanceof CallError) return [] // locked meanwhile
      throw error
    }
  }

  function isOpen({ connection_id }: DelegationRow): boolean {
    return store.users.some(({ delegation }) => delegation?.connection_id === connection_id)
  }

  return rows
}
