import { computed, onScopeDispose } from 'vue'
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
  const read = useLoaded(readRun, { of: () => shownId.value })
  const run = read.value
  const requestId = computed(() => run.value?.request_id ?? undefined)
  const asked = useLoaded(readRequest, { of: () => requestId.value })

  async function readRun(signal: AbortSignal, run_id: string): Promise<WalletRun> {
    return (await call(walletOperations.walletRunGet, { params: { user_id: actor, run_id } }, signal)).run
  }

  async function readRequest(signal: AbortSignal, request_id: string) {
    const operation = verifierRequestOperations.getVerifierRequest
    return (await callService({ as: 'subscription' }, operation, { params: { request_id } }, signal)).request
  }

  onScopeDispose(
    onWorkbenchEvent((event) => {
      const { type } = event
      if (type === 'wallet' && event.user_id === actor && event.run_id === shownId.value) void read.reload()
      if (type === 'verifier-request' && event.request_id === requestId.value) void asked.reload()
    }),
  )

  /** A call answered how the run is now. */
  function take(next: WalletRun): void {
    if (next.id === shownId.value) read.take(next)
  }

  return {
    shownId,
    run,
    request: asked.value,
    failure: read.failure,
    requestFailure: asked.failure,
    reload: read.reload,
    take,
  }
}
