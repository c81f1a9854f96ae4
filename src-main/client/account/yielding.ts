import { TURN_MS } from '../../../shared/steps.ts'

/** Lets everything else on the thread go first: calls, timers, the disk. */
export const yieldThread = (): Promise<void> => new Promise(setImmediate)

/**
 * Serves loops that compute for long: called in every round, it lets everything else on the thread go first once the
 * loop has run for 4 ms. Keys may have been wiped by then.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await yieldThread()
    since = performance.now()
  }
}
