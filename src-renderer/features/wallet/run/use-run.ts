import { computed, watch } from 'vue'
import { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call, callService } from '../../../api/call.ts'
import { useAttempt } from '../../../api/use-attempt.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useActor } from '../../../session/use-actor.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import { answerBody } from '../answer-settings.ts'

/** An action of a wallet on a run. */
interface Step {
  readonly what: 'choosing' | 'submitting' | 'refusing'
  readonly ask: () => Promise<{ run: WalletRun }>
}

/**
 * A run with what its wallet can do: choose, submit, refuse. Only one action runs at a time, and a refused one changes
 * nothing. The run, and the request of our own verifier that it answers, follow their changes.
 *
 * @param runId the run to show; undefined for none
 */
export function useRun(actor: string, runId: () => string | undefined) {
  const { usable } = useActor(actor)
  const shownId = computed(() => (usable.value ? runId() : undefined))
  const params = computed(() => ({ user_id: actor, run_id: shownId.value ?? '' }))
  const read = useLoaded(
    async (signal, run_id: string) =>
      (await call(walletOperations.walletRunGet, { params: { user_id: actor, run_id } }, signal)).run,
    { of: () => shownId.value },
  )
  const run = read.value
  const requestId = computed(() => run.value?.request_id ?? undefined)
  const asked = useLoaded(readRequest, { of: () => requestId.value })

  onWorkbenchEvent((event) => {
    const { type } = event
    if (type === 'wallet' && event.user_id === actor && event.run_id === shownId.value) void read.reload()
    if (type === 'verifier-request' && event.request_id === requestId.value) void asked.reload()
  })

  const {
    busy,
    failure: refusal,
    subject,
    run: attempt,
  } = useAttempt(async ({ ask }: Step) => {
    const { run: next } = await ask()
    if (next.id === shownId.value) read.take(next)
  })

  watch(shownId, () => (refusal.value = undefined), { flush: 'sync' })

  async function act(what: Step['what'], ask: Step['ask']): Promise<void> {
    await attempt({ what, ask })
  }

  /** Answers one descriptor with a credential, or leaves it out. */
  function choose(descriptor: string, credential: string | null): Promise<void> {
    const now = Object.fromEntries((run.value?.descriptors ?? []).map(({ id, chosen }) => [id, chosen]))
    const body = { choice: { ...now, [descriptor]: credential } }
    return act('choosing', () => call(walletOperations.walletRunChoose, { params: params.value, body }))
  }

  function submit(settings: AnswerSettings, share_whole: boolean): Promise<void> {
    const body = answerBody(settings, share_whole)
    return act('submitting', () => call(walletOperations.walletRunSubmit, { params: params.value, body }))
  }

  function refuse(): Promise<void> {
    return act('refusing', () => call(walletOperations.walletRunRefuse, { params: params.value }))
  }

  return {
    run,
    request: asked.value,
    failure: read.failure,
    requestFailure: asked.failure,
    reload: read.reload,
    busy: computed(() => (busy.value ? subject.value?.what : undefined)),
    refusal,
    choose,
    submit,
    refuse,
  }
}

async function readRequest(signal: AbortSignal, request_id: string) {
  const operation = verifierRequestOperations.getVerifierRequest
  return (await callService({ as: 'subscription' }, operation, { params: { request_id } }, signal)).request
}
