import { TURN_MS } from '../../shared/steps.ts'
import type { MaybePromise } from '../service/maybe-promise.ts'

/** Spreads the calls of many connections over turns of the thread. */
export interface CallTurns {
  /**
   * Runs a call at once, or in the next turn if calls have kept the thread for long in this one. Calls that wait run in
   * the order in which they came.
   */
  take<Result>(call: () => MaybePromise<Result>): MaybePromise<Result>
}

/**
 * Node answers all requests that have arrived before anything else gets its turn, so that without a limit each further
 * connection would hold up the window for the time of one more call.
 *
 * @param maxTurnMs how long the calls of one turn together may keep the thread; one of them is always run
 */
export function createCallTurns(maxTurnMs = TURN_MS): CallTurns {
  const waiting: (() => void)[] = []
  /** When the first call of this turn began; undefined if none has. */
  let since: number | undefined

  return {
    take(call) {
      if (hasTimeLeft()) return call()
      const begin = async () => call() // what it throws is for the caller, and does not end the turn
      return new Promise((resolve) => waiting.push(() => resolve(begin())))
    },
  }

  function hasTimeLeft(): boolean {
    if (since !== undefined) return performance.now() - since < maxTurnMs
    since = performance.now()
    setImmediate(beginTurn)
    return true
  }

  function beginTurn(): void {
    since = undefined
    while (waiting.length > 0 && hasTimeLeft()) waiting.shift()?.()
  }
}
