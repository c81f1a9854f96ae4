import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { lookOf } from './acting-through.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/**
 * As whom the window acts where the address does not say it: whoever it acted as last in this workspace, else whoever
 * any window did. Two windows may act as two users.
 */
export const useActing = defineStore('acting', () => {
  const store = useWorkbenchStore()
  const lastByWorkspace = useLocalStorage<Readonly<Record<string, string>>>('vaultbench.acting', {})

  const hereByWorkspace = ref<Readonly<Record<string, string>>>({})

  const user = computed<WorkbenchUser | undefined>(() => {
    const workspace = store.status?.current?.id ?? ''
    const last = store.usersById.get(hereByWorkspace.value[workspace] ?? lastByWorkspace.value[workspace] ?? '')
    return last ?? store.users.find(({ state }) => state === 'signed_in') ?? store.users[0]
  })

  function actAs(userId: string): void {
    const workspace = store.status?.current?.id
    if (workspace === undefined || hereByWorkspace.value[workspace] === userId) return
    hereByWorkspace.value = { ...hereByWorkspace.value, [workspace]: userId }
    lastByWorkspace.value = { ...lastByWorkspace.value, [workspace]: userId }
  }

  const look = computed(() => lookOf(user.value, store.usersById))

  return { user, look, actAs }
})
