import type { Ref } from 'vue'
import { computed, ref, watch } from 'vue'
import type { VerifierRequestDetail } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import type { useRunStart } from './use-run-start.ts'

/** "Run again", which is busy until the next answer is shown: its button stays there all the time and keeps its focus. */
export function useRepeat(start: ReturnType<typeof useRunStart>, run: Readonly<Ref<WalletRun | undefined>>) {
  const repeating = ref(false)
  const answered = (): boolean => run.value !== undefined && run.value.state !== 'choosing'

  async function again(request: VerifierRequestDetail | undefined, settings: AnswerSettings): Promise<void> {
    if (run.value === undefined) return
    repeating.value = true
    await start.again(run.value, request, settings)
    if (start.failure.value !== undefined || answered()) repeating.value = false
  }

  watch(run, () => {
    if (!start.busy.value && answered()) repeating.value = false
  })

  return { again, repeating: computed(() => repeating.value), canRepeat: computed(() => repeating.value || answered()) }
}
