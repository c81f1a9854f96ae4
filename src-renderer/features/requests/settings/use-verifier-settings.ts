import { createSharedComposable } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { NetworkAccess, VerifierSettings } from '../../../../shared/contract/workbench-exchange.ts'
import { verifierSettingsOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'
import type { Failure } from '../../../ui/failure.ts'

/** As long as the network can be let in at a time (docs/contract/verifier.md, Wallet endpoints). */
const OPEN_MINUTES = 60

/** The settings of the verifier application and who reaches it: one reading for all that is on screen. */
export const useVerifierSettings = createSharedComposable(() => {
  const loaded = useLoaded(() => call(verifierSettingsOperations.verifierSettingsGet, {}))
  const failure = shallowRef<Failure>()

  void loaded.reload()
  useWorkbenchChanges((event) => event.type === 'exchange' && event.part === 'settings', loaded.reload)

  /** @returns whether it was done; `failure` says why it was not */
  async function changeNetwork(change: () => Promise<NetworkAccess>): Promise<boolean> {
    failure.value = undefined
    try {
      await change()
      await loaded.reload()
      return true
    } catch (error) {
      failure.value = failureOf(error)
      return false
    }
  }

  const openNetwork = (): Promise<boolean> =>
    changeNetwork(() => call(verifierSettingsOperations.networkAccessOpen, { body: { minutes: OPEN_MINUTES } }))

  const closeNetwork = (): Promise<boolean> =>
    changeNetwork(() => call(verifierSettingsOperations.networkAccessClose, {}))

  /** Throws CallError when the service refuses them. */
  async function save(body: VerifierSettings): Promise<void> {
    await call(verifierSettingsOperations.verifierSettingsSave, { body })
    await loaded.reload()
  }

  return {
    settings: loaded.value,
    loadFailure: loaded.failure,
    reload: loaded.reload,
    network: computed(() => loaded.value.value?.network),
    failure: computed(() => failure.value),
    openNetwork,
    closeNetwork,
    save,
  }
})
