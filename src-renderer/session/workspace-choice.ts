import { defineStore } from 'pinia'
import { ref } from 'vue'

/** The choice of another workspace. The current one stays unchanged until another one opens. */
export const useWorkspaceChoice = defineStore('workspace-choice', () => {
  const choosing = ref(false)
  /** The protected workspace whose passphrase is being asked for. */
  const unlocking = ref<string>()

  function choose(): void {
    choosing.value = true
    unlocking.value = undefined
  }

  function unlock(workspaceId: string): void {
    choosing.value = false
    unlocking.value = workspaceId
  }

  function done(): void {
    choosing.value = false
    unlocking.value = undefined
  }

  return { choosing, unlocking, choose, unlock, done }
})
