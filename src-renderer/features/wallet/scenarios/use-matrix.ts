import { computed, onScopeDispose, shallowRef } from 'vue'
import type { MatrixRow } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'
import type { Failure } from '../../../ui/failure.ts'
import { useMatrixStore } from './matrix-store.ts'

/** Whether a row is red: it ran, and something else came of it than what must. */
export function isRed({ outcome }: Pick<MatrixRow, 'outcome'>): boolean {
  return outcome === 'other_reason' || outcome === 'not_refused' || outcome === 'error'
}

/** Runs scenarios against requests of their own, and keeps what came of each. */
export function useMatrix(actor: string) {
  const store = useMatrixStore()
  const failure = shallowRef<Failure>()
  const matrix = computed(() => store.of(actor))

  onScopeDispose(
    onWorkbenchEvent((event) => {
      if (event.type !== 'scenario' || event.user_id !== actor) return
      store.put(actor, [event.row])
      store.change(actor, { done: event.done, of: event.of })
    }),
  )

  /** @param scenarios those to run; null: all of them, and nothing of a former run stays */
  async function run(scenarios: readonly string[] | null): Promise<void> {
    if (matrix.value.running) return
    failure.value = undefined
    store.change(actor, { running: true, done: 0, of: 0, ...(scenarios === null && { rows: new Map() }) })
    try {
      const body = { scenarios: scenarios === null ? null : [...scenarios] }
      const { rows } = await call(walletOperations.walletScenarioRun, { params: { user_id: actor }, body })
      store.put(actor, rows)
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      store.change(actor, { running: false })
    }
  }

  return { matrix, failure: computed(() => failure.value), run }
}
