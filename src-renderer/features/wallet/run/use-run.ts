import { computed, ref, shallowRef, watch } from 'vue'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import { useRunReading } from './use-run-reading.ts'

/**
 * A run with what its wallet can do: choose, submit, refuse. One thing happens at a time, and a refused call changes
 * nothing.
 */
export function useRun(actor: string, runId: () => string | undefined) {
  const { shownId, run, take, ...reading } = useRunReading(actor, runId)
  const busy = ref<'choosing' | 'submitting' | 'refusing'>()
  const refusal = shallowRef<Failure>()
  const params = computed(() => ({ user_id: actor, run_id: shownId.value ?? '' }))

  watch(shownId, () => (refusal.value = undefined), { flush: 'sync' })

  async function act(what: 'choosing' | 'submitting' | 'refusing', ask: () => Promise<{ run: WalletRun }>) {
    if (busy.value !== undefined) return
    busy.value = what
    refusal.value = undefined
    try {
      take((await ask()).run)
    } catch (error) {
      refusal.value = failureOf(error)
    } finally {
      busy.value = undefined
    }
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
    busy: computed(() => busy.value),
    refusal: computed(() => refusal.value),
    choose,
    submit,
    refuse,
  }
}
