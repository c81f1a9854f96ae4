import { defineStore } from 'pinia'
import { shallowReactive, computed, shallowRef } from 'vue'
import type { MatrixRow } from '../../../../shared/contract/workbench-wallet.ts'
import { RED_OUTCOMES, walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'
import type { Failure } from '../../../ui/failure.ts'
import type { Tone } from '../../../ui/tone.ts'

/** The matrix of one actor: its results, and the progress of the current run. */
interface Matrix {
  readonly rows: ReadonlyMap<string, MatrixRow>
  readonly running: boolean
  /** It comes to its end after the current scenario. */
  readonly ending: boolean
  readonly done: number
  readonly of: number
  /** The run that the rows belong to; undefined while one is running, and before the first. */
  readonly shown?: string | undefined
}

const NOTHING: Matrix = { rows: new Map(), running: false, ending: false, done: 0, of: 0 }

/** Matrices by actor. They stay while other pages are open, until the next run or the end of the window. */
const useMatrixStore = defineStore('scenario-matrix', () => {
  const byActor = shallowReactive(new Map<string, Matrix>())

  function of(actor: string): Matrix {
    return byActor.get(actor) ?? NOTHING
  }

  function change(actor: string, changes: Partial<Matrix>): void {
    byActor.set(actor, { ...of(actor), ...changes })
  }

  /** Stores rows; rows of other scenarios stay. */
  function put(actor: string, rows: readonly MatrixRow[]): void {
    change(actor, { rows: new Map([...of(actor).rows, ...rows.map((row) => [row.scenario, row] as const)]) })
  }

  return { of, change, put }
})

/** The tones of results. Those that did not run, or tell nothing, have none. */
export const OUTCOME_TONES = {
  waiting: 'neutral',
  as_expected: 'ok',
  other_reason: 'bad',
  not_refused: 'bad',
  not_applicable: 'neutral',
  error: 'bad',
} as const satisfies Record<MatrixRow['outcome'], Tone>

/** Whether a row is red: it ran, with another result than expected. */
export function isRed({ outcome }: Pick<MatrixRow, 'outcome'>): boolean {
  return RED_OUTCOMES.includes(outcome)
}

/** Runs scenarios against requests of their own, and stores the results. */
export function useMatrix(actor: string) {
  const store = useMatrixStore()
  const failure = shallowRef<Failure>()
  const matrix = computed(() => store.of(actor))
  const params = { user_id: actor }
  const earlier = useLoaded(async () => (await call(walletOperations.walletScenarioRunRows, { params })).runs)
  void earlier.reload()

  onWorkbenchEvent((event) => {
    if (event.type !== 'scenario' || event.user_id !== actor) return
    store.put(actor, [event.row])
    store.change(actor, { done: event.done, of: event.of })
  })

  /**
   * @param scenarios those to run; null for all, which clears earlier results
   * @returns how many ran; undefined if nothing was run
   */
  async function run(scenarios: readonly string[] | null): Promise<number | undefined> {
    if (matrix.value.running) return undefined
    failure.value = undefined
    store.change(actor, {
      running: true,
      ending: false,
      done: 0,
      of: 0,
      shown: undefined,
      ...(scenarios === null && { rows: new Map() }),
    })
    try {
      const body = { scenarios: scenarios === null ? null : [...scenarios] }
      const { rows } = await call(walletOperations.walletScenarioRun, { params, body })
      store.put(actor, rows)
      await earlier.reload()
      if (rows.length > 0) store.change(actor, { shown: earlier.value.value?.[0]?.id })
      return rows.length
    } catch (error) {
      failure.value = failureOf(error)
      return undefined
    } finally {
      store.change(actor, { running: false })
    }
  }

  /** Stops after the current scenario. */
  async function stop(): Promise<void> {
    store.change(actor, { ending: true })
    try {
      await call(walletOperations.walletScenarioRunEnd, { params })
    } catch (error) {
      failure.value = failureOf(error)
      store.change(actor, { ending: false })
    }
  }

  /** Shows only the results of an earlier run. */
  async function show(scenario_run_id: string): Promise<void> {
    if (matrix.value.running) return
    failure.value = undefined
    try {
      const { rows } = await call(walletOperations.walletScenarioRunOpen, { params: { ...params, scenario_run_id } })
      store.change(actor, { rows: new Map(), shown: scenario_run_id })
      store.put(actor, rows)
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  return { matrix, failure: computed(() => failure.value), run, stop, show, earlier }
}
