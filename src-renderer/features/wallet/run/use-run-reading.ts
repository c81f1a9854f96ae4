import { computed, onScopeDispose, watch } from 'vue'
import type { VerifierRequestDetail } from '../../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call, callService } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'

/**
 * One run of a wallet and, where it answers a request of our own verifier, that request. Both follow their changes.
 *
 * @param runId the run to show; undefined: none
 */
export function useRunReading(actor: string, runId: () => string | undefined) {
  const { usable } = useActor(actor)
  const shownId = computed(() => (usable.value ? runId() : undefined))
  const read = useLoaded(async () => {
    const params = { user_id: actor, run_id: shownId.value ?? '' }
    return (await call(walletOperations.walletRunGet, { params })).run
  })
  const run = computed(() => (read.value.value?.id === shownId.value ? read.value.value : undefined))
  const requestId = computed(() => run.value?.request_id ?? undefined)
  const desk = useLoaded<VerifierRequestDetail>(async () => {
    const params = { request_id: requestId.value ?? '' }
    return (await callService({ as: 'subscription' }, verifierRequestOperations.getVerifierRequest, { params })).request
  })
  const request = computed(() => (desk.value.value?.id === requestId.value ? desk.value.value : undefined))

  watch(shownId, (id) => (id === undefined ? read.drop() : void read.reload()), { immediate: true, flush: 'sync' })
  watch(requestId, (id) => (id === undefined ? desk.drop() : void desk.reload()), { immediate: true })
  onScopeDispose(
    onWorkbenchEvent((event) => {
      const { type } = event
      if (type === 'wallet' && event.user_id === actor && event.run_id === shownId.value) void read.reload()
      if (type === 'verifier-request' && event.request_id === requestId.value) void desk.reload()
    }),
  )

  /** A call answered how the run is now. */
  function take(next: WalletRun): void {
    if (next.id === shownId.value) read.value.value = next
  }

  return {
    shownId,
    run,
    request,
    failure: computed(() => read.failure.value),
    deskFailure: computed(() => desk.failure.value),
    reload: read.reload,
    take,
  }
}
