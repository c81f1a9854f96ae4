import type { Worker } from 'node:worker_threads'
import { fairQueue, WAITING_LIMITS } from '../service/fair-queue.ts'
import type { Sender, WaitingLimits } from '../service/fair-queue.ts'
import { IDLE_MS, taskThread } from './task-thread.ts'
import type { Watch } from './task-thread.ts'

export type TaskPool = ReturnType<typeof taskPool>

interface PooledTask {
  readonly task: unknown
  readonly watch: Watch
  readonly sender: Sender
}

interface TaskPoolOptions {
  /** How many tasks run at once. Each further thread starts when there is a task for it. */
  readonly threads?: number
  /** Whether the first thread, once started, stays alive until the pool is closed. */
  readonly keepsFirst?: boolean
  readonly limits?: WaitingLimits
}

/** Two threads, so that one deliberately slow task does not stop the others; more would cost memory. */
const THREADS = 2

/** Runs tasks that may take too long on a few threads, shared fairly among the senders. */
export function taskPool(
  startWorker: () => Worker,
  { threads = THREADS, keepsFirst = false, limits = WAITING_LIMITS }: TaskPoolOptions = {},
) {
  const slots = Array.from({ length: threads }, (_, index) => ({
    thread: taskThread(startWorker, keepsFirst && index === 0 ? undefined : IDLE_MS),
    isBusy: false,
  }))
  const waiting = fairQueue<() => Promise<unknown>>(limits)
  const free = () => slots.find(({ isBusy }) => !isBusy)

  return {
    /** Starts the first thread ahead of time, without waiting for it. */
    start: () => slots[0]?.thread.start(),
    /**
     * Runs a task on the next free thread; senders take turns.
     * @throws {ServiceError} `too_many_requests` if too many tasks of the sender or its group are waiting, or a full
     *   queue drops this task
     * @throws {ThreadEnded} `timeout` if the task took too long, `internal` if the thread died or was closed
     */
    run: (task: unknown, watch: Watch, sender: Sender) => {
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
    close: async () => {
      await Promise.all(slots.map(({ thread }) => thread.close()))
    },
  }

  async function occupy(slot: (typeof slots)[number], { task, watch, sender }: PooledTask): Promise<unknown> {
    slot.isBusy = true
    const began = performance.now()
    try {
      return await slot.thread.run(task, watch)
    } finally {
      slot.isBusy = false
      waiting.addUsage(sender, performance.now() - began)
      void waiting.take()?.()
    }
  }
}
