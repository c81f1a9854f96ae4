import { createSharedComposable } from '@vueuse/core'
import { computed } from 'vue'
import type { VerifierSettings } from '../../../../shared/contract/workbench-exchange.ts'
import { verifierSettingsOperations } from '../../../../shared/contract/workbench-exchange.ts'
import { call } from '../../../api/call.ts'
import { useSavedMessage } from '../../../api/saved-message.ts'
import { useAttempt } from '../../../api/use-attempt.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { text } from '../../../i18n/i18n.ts'
import { useWorkbenchChanges } from '../../../session/use-workbench-changes.ts'
import { showToast } from '../../../ui/toasts.ts'
import { requestPlace } from '../requests-place.ts'

/** The time for which the wallet endpoints are open to the network (docs/contract/exchange.md, Wallet endpoints). */
const OPEN_MINUTES = 60

/** The settings and addresses of the verifier application, read once for all components. */
export const useVerifierSettings = createSharedComposable(() => {
  const loaded = useLoaded(() => call(verifierSettingsOperations.verifierSettingsGet, {}))
  const saySaved = useSavedMessage()

  void loaded.reload()
  useWorkbenchChanges((event) => event.type === 'exchange' && event.part === 'settings', loaded.reload)

  /** Opens the wallet endpoints to the local network for a while. @throws {CallError} */
  async function openNetwork(): Promise<void> {
    await call(verifierSettingsOperations.networkAccessOpen, { body: { minutes: OPEN_MINUTES } })
    await loaded.reload()
  }

  const { run: closeNetwork } = useAttempt(
    async () => {
      await call(verifierSettingsOperations.networkAccessClose, {})
      await loaded.reload()
    },
    { refused: ({ message }) => showToast({ text: message, tone: 'bad', link: requestPlace() }) },
  )

  /** Saves the settings with a message that offers Undo. @throws {CallError} */
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

  /** Sends only the settings; the answer has more fields. */
  function send({ wallet_scheme, explain, cors_origins, base_url }: VerifierSettings): Promise<unknown> {
    const body = { wallet_scheme, explain, cors_origins, base_url }
    return call(verifierSettingsOperations.verifierSettingsSave, { body })
  }

  return {
    settings: loaded.value,
    loadFailure: loaded.failure,
    reload: loaded.reload,
    network: computed(() => loaded.value.value?.network),
    openNetwork,
    closeNetwork,
    save,
  }
})
