import { computed, ref } from 'vue'
import { useRouter } from 'vue-router'
import type { VerifierRequest } from '../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../shared/contract/verifier-requests.ts'
import { callService } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { t } from '../../i18n/i18n.ts'
import { useActing } from '../../session/acting.ts'
import { showToast } from '../../ui/toasts.ts'
import { definitionPlace } from './definition-place.ts'

/** Actions on a stored definition: create a request for it, or answer such a request with the own wallet. */
export function useDefinitionActions() {
  const router = useRouter()
  const acting = useActing()
  const busy = ref<'request' | 'wallet'>()

  /** Creates a request with default settings; undefined after a failure, which is shown. */
  async function ask(definitionId: string, kind: 'request' | 'wallet'): Promise<VerifierRequest | undefined> {
    if (busy.value !== undefined) return undefined
    busy.value = kind
    try {
      const body = { definition_id: definitionId }
      return (await callService({ as: 'subscription' }, verifierRequestOperations.createVerifierRequest, { body }))
        .request
    } catch (error) {
      const reason = `${t('definitions.detail.requestFailed')}: ${failureOf(error).message}`
      showToast({ text: reason, tone: 'bad', link: definitionPlace(definitionId) })
      return undefined
    } finally {
      busy.value = undefined
    }
  }

  /** Opens the request. */
  async function createRequest(definitionId: string): Promise<void> {
    const request = await ask(definitionId, 'request')
    if (request !== undefined) await router.push(`/requests/${encodeURIComponent(request.id)}`)
  }

  /** Opens the request in the wallet of the acting user. */
  async function tryInWallet(definitionId: string): Promise<void> {
    const actor = acting.user?.id
    if (actor === undefined) return
    const request = await ask(definitionId, 'wallet')
    if (request === undefined) return
    await router.push({ path: `/u/${encodeURIComponent(actor)}/wallet`, query: { link: request.deep_link } })
  }

  return { busy, mayTry: computed(() => acting.user !== undefined), createRequest, tryInWallet }
}
