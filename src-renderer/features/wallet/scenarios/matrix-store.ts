import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { MatrixRow } from '../../../../shared/contract/workbench-wallet.ts'

/** The matrix of one actor: what has run, and how far the running one is. */
export interface Matrix {
  readonly rows: ReadonlyMap<string, MatrixRow>
  readonly running: boolean
  readonly done: number
  readonly of: number
}

const NOTHING: Matrix = { rows: new Map(), running: false, done: 0, of: 0 }

/** Matrices by actor. They stay while other pages are looked at, until the next run or the end of the window. */
export const useMatrixStore = defineStore('scenario-matrix', () => {
  const byActor = shallowReactive(new Map<string, Matrix>())

  function of(actor: string): Matrix {
    return byActor.get(actor) ?? NOTHING
  }

  function change(actor: string, changes: Partial<Matrix>): void {
    byActor.set(actor, { ...of(actor), ...changes })
  }

  /** Takes in rows; rows of other scenarios stay. */
  function put(actor: string, rows: readonly MatrixRow[]): void {
    change(actor, { rows: new Map([...of(actor).rows, ...rows.map((row) => [row.scenario, row] as const)]) })
  }

  return { of, change, put }
})
