import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Choosing another workspace than the one in use, which stays as it is until another one opens. */
export const useWorkspaceChoice = defineStore('workspace-choice', () => {
  const choosing = ref(false)
  /** A protected workspace whose passphrase is asked for. */
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
