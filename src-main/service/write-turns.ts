import { setImmediate } from 'node:timers/promises'
import { TURN_MS } from '../../shared/steps.ts'
import type { Sender, WaitingLimits } from './fair-queue.ts'
import { fairQueue } from './fair-queue.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** Lets writes wait while another one has its transaction open for several turns of the thread. */
export interface WriteTurns {
  /**
   * Runs a write at once, or when its turn comes, if another one takes long. Waiting senders take turns. So no write
   * waits within the database, which would stop the thread.
   *
   * @param write is told whether it had to wait
   */
  readonly take: <Result>(sender: Sender, write: (hasWaited: boolean) => MaybePromise<Result>) => MaybePromise<Result>
}

/** Nothing is refused: the bodies of waiting calls are limited where they are read. */
const NO_LIMITS: WaitingLimits = { ofGroup: Infinity, ofSender: Infinity, ofAll: Infinity, taskMs: 0 }

export function createWriteTurns(): WriteTurns {
  const waiting = fairQueue<() => Promise<void>>(NO_LIMITS)
  let isBusy = false

  return {
    take(sender, write) {
      if (isBusy)
        return new Promise((resolve, reject) => waiting.add(sender, () => run(sender, write).then(resolve, reject)))
      const since = performance.now()
      const result = write(false)
      if (!(result instanceof Promise)) return result
      isBusy = true
      void result
        .catch(() => undefined)
        .then(async () => {
          waiting.addUsage(sender, performance.now() - since)
          await runWaiting()
        })
      return result
    },
  }

  async function run<Result>(sender: Sender, write: (hasWaited: boolean) => MaybePromise<Result>): Promise<Result> {
    const since = performance.now()
    try {
      return await write(true)
    } finally {
      waiting.addUsage(sender, performance.now() - since)
    }
  }

  async function runWaiting(): Promise<void> {
    let since = performance.now()
    for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
      await next()
      if (performance.now() - since < TURN_MS) continue
      await setImmediate()
      since = performance.now()
    }
    isBusy = false
  }
}
