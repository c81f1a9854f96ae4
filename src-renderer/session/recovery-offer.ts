import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { untilWorkspaceLeft } from './leaving.ts'

interface NewlyProtected {
  readonly workspace_id: string
  /** The passphrase that was just typed, so that it need not be typed a third time. */
  readonly passphrase: string
}

/** The offer of a recovery code after a workspace got a passphrase; dropped when the workspace is left. */
export const useRecoveryOffer = defineStore('recovery-offer', () => {
  const offered = shallowRef<NewlyProtected>()
  const end = (): void => void (offered.value = undefined)

  function offer(workspace: NewlyProtected): void {
    offered.value = workspace
    untilWorkspaceLeft().addEventListener('abort', end, { once: true })
  }

  return { offered, offer, end }
})
