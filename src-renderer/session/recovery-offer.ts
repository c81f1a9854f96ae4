import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { untilWorkspaceLeft } from './leaving.ts'

interface NewlyProtected {
  readonly workspace_id: string
  /** The passphrase typed a moment ago, so that nobody has to type it a third time. */
  readonly passphrase: string
}

/** Offers a recovery code for a workspace that was just protected; forgotten with the answer, or when it is left. */
export const useRecoveryOffer = defineStore('recovery-offer', () => {
  const offered = shallowRef<NewlyProtected>()
  const end = (): void => void (offered.value = undefined)

  function offer(workspace: NewlyProtected): void {
    offered.value = workspace
    untilWorkspaceLeft().addEventListener('abort', end, { once: true })
  }

  return { offered, offer, end }
})
