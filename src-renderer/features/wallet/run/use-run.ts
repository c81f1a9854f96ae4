import { computed, watch } from 'vue'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call } from '../../../api/call.ts'
import { useAttempt } from '../../../api/use-attempt.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import { useRunReading } from './use-run-reading.ts'

/** What a wallet does with a run. */
interface Step {
  readonly what: 'choosing' | 'submitting' | 'refusing'
  readonly ask: () => Promise<{ run: WalletRun }>
}

/**
 * A run with what its wallet can do: choose, submit, refuse. One thing happens at a time, and a refused call changes
 * nothing.
 */
export function useRun(actor: string, runId: () => string | undefined) {
  const { shownId, run, take, ...reading } = useRunReading(actor, runId)
  const params = computed(() => ({ user_id: actor, run_id: shownId.value ?? '' }))

  const { busy, failure: refusal, subject, run: attempt } = useAttempt(async ({ ask }: Step) => take((await ask()).run))

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

  function submit({ profile, scenario, holderKey }: AnswerSettings, share_whole: boolean): Promise<void> {
    const body = { profile: profile ?? null, scenario: scenario ?? null, holder_key_id: holderKey ?? null, share_whole }
    return act('submitting', () => call(walletOperations.walletRunSubmit, { params: params.value, body }))
  }

  function refuse(): Promise<void> {
    return act('refusing', () => call(walletOperations.walletRunRefuse, { params: params.value }))
  }

  return {
    ...reading,
    run,
    busy: computed(() => (busy.value ? subject.value?.what : undefined)),
    refusal,
    choose,
    submit,
    refuse,
  }
}
