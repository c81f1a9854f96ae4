import { createSharedComposable } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import type { NetworkAccess, VerifierSettings } from '../../../../shared/contract/workbench-exchange.ts'
import { verifierSettingsOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useSavedMessage } from '../../../api/saved-message.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { text } from '../../../i18n/i18n.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'
import type { Failure } from '../../../ui/failure.ts'
import { requestPlace } from '../requests-place.ts'

/** As long as the network can be let in at a time (docs/contract/exchange.md, Wallet endpoints). */
const OPEN_MINUTES = 60

/** The settings of the verifier application and who reaches it: one reading for all that is on screen. */
export const useVerifierSettings = createSharedComposable(() => {
  const loaded = useLoaded(() => call(verifierSettingsOperations.verifierSettingsGet, {}))
  const failure = shallowRef<Failure>()
  const saySaved = useSavedMessage()

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

  /** Saves them and says so, with Undo. @throws {CallError} */
  async function save(next: VerifierSettings): Promise<void> {
    const before = loaded.value.value
    await send(next)
    saySaved({
      name: text('requests.settings.title'),
      link: requestPlace(),
      writeBack: before && (() => send(before)),
    })
    await loaded.reload()
  }

  /** What is read says more than what is sent. */
  function send({ wallet_scheme, explain, cors_origins, base_url }: VerifierSettings): Promise<unknown> {
    const body = { wallet_scheme, explain, cors_origins, base_url }
    return call(verifierSettingsOperations.verifierSettingsSave, { body })
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
