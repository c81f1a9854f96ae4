import type { Worker } from 'node:worker_threads'
import { fairQueue, WAITING_LIMITS } from '../service/fair-queue.ts'
import type { Sender, WaitingLimits } from '../service/fair-queue.ts'
import { IDLE_MS, taskThread } from './task-thread.ts'
import type { Watch } from './task-thread.ts'

export interface TaskPool {
  /** Begins to start the first thread, so that the first task need not wait for it. */
  readonly start: () => void
  /**
   * Runs a task on the first thread that is free, in the turn of its sender.
   *
   * @throws {ServiceError} `too_many_requests` when too many of the sender wait already, or of its group while others come
   * @throws {ThreadEnded} `timeout` when it took too long, `internal` when the thread died or was closed
   */
  readonly run: (task: unknown, watch: Watch, sender: Sender) => Promise<unknown>
  readonly close: () => Promise<void>
}

interface Order {
  readonly task: unknown
  readonly watch: Watch
  readonly sender: Sender
}

interface TaskPoolOptions {
  /** How many tasks run at once. The second thread starts when there is a task for it. */
  readonly threads?: number
  /** Whether the first thread, once started, stays until the pool is closed. */
  readonly keepsFirst?: boolean
  readonly limits?: WaitingLimits
}

/** Two: while one is busy with what a stranger made to be slow, there is another one. More would take more memory. */
const THREADS = 2

/** Threads for tasks that may take too long, shared fairly by those who send them. */
export function taskPool(
  startWorker: () => Worker,
  { threads = THREADS, keepsFirst = false, limits = WAITING_LIMITS }: TaskPoolOptions = {},
): TaskPool {
  const slots = Array.from({ length: threads }, (_, index) => ({
    thread: taskThread(startWorker, keepsFirst && index === 0 ? undefined : IDLE_MS),
    isBusy: false,
  }))
  const waiting = fairQueue<() => Promise<unknown>>(limits)
  const free = () => slots.find(({ isBusy }) => !isBusy)

  return {
    start: () => slots[0]?.thread.start(),
    run: (task, watch, sender) => {
      const slot = free()
      if (slot !== undefined) return occupy(slot, { task, watch, sender })
      return new Promise((resolve, reject) => {
        const begin = () => {
          const next = free()
          if (next === undefined) throw new Error('a task begins only when a thread is free')
          return occupy(next, { task, watch, sender }).then(resolve, reject)
        }
        waiting.add(sender, begin, reject)
      })
    },
    async close() {
      await Promise.all(slots.map(({ thread }) => thread.close()))
    },
  }

  async function occupy(slot: (typeof slots)[number], { task, watch, sender }: Order): Promise<unknown> {
    slot.isBusy = true
    const began = performance.now()
    try {
      return await slot.thread.run(task, watch)
    } finally {
      slot.isBusy = false
      waiting.took(sender, performance.now() - began)
      void waiting.take()?.()
    }
  }
}
