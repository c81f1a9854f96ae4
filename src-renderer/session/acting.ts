import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { WorkbenchUser } from '../../shared/contract/workbench.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/** As whom the window acts where the address does not say it: whoever it acted as last in this workspace. */
export const useActing = defineStore('acting', () => {
  const store = useWorkbenchStore()
  const lastByWorkspace = useLocalStorage<Readonly<Record<string, string>>>('vaultbench.acting', {})

  const user = computed<WorkbenchUser | undefined>(() => {
    const last = store.usersById.get(lastByWorkspace.value[store.status?.current?.id ?? ''] ?? '')
    return last ?? store.users.find(({ state }) => state === 'signed_in') ?? store.users[0]
  })

  function actAs(userId: string): void {
    const workspace = store.status?.current?.id
    if (workspace === undefined || lastByWorkspace.value[workspace] === userId) return
    lastByWorkspace.value = { ...lastByWorkspace.value, [workspace]: userId }
  }

  return { user, actAs }
})
