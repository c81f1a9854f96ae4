import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { WorkbenchStatus, WorkbenchUser } from '../../shared/contract/workbench.ts'

/** What the window knows about the workbench: the open workspace and its users. State and setters only. */
export const useWorkbenchStore = defineStore('workbench', () => {
  const status = shallowRef<WorkbenchStatus>()
  const users = shallowRef<readonly WorkbenchUser[]>([])
  const connected = ref(true)
  const usersById = computed(() => new Map(users.value.map((user) => [user.id, user])))

  function setStatus(next: WorkbenchStatus): void {
    status.value = next
    if (next.state !== 'open') users.value = []
  }

  function setUsers(next: readonly WorkbenchUser[]): void {
    users.value = next
  }

  function setConnected(next: boolean): void {
    connected.value = next
  }

  return { status, users, usersById, connected, setStatus, setUsers, setConnected }
})
