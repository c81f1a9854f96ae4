import type { Transferable, Worker } from 'node:worker_threads'
import { CodedError } from '../../shared/coded-error.ts'
import { READY } from './thread-ready.ts'

/** The messages of a thread: notes while it works, then its result. A thread that fails throws, and so ends. */
type ThreadMessage = { readonly note: unknown } | { readonly result: unknown }

/** A thread ended, or was ended, without a result. */
export class ThreadEnded extends CodedError<'timeout' | 'internal'> {
  override readonly name = 'ThreadEnded'
}

export interface Watch {
  /** The thread is ended after so many milliseconds without a result. */
  readonly limitMs: number
  /** Called with each note of the thread. Returns a new limit, counted from now. */
  readonly onNote?: (note: unknown) => number
  /** Memory of the task that is transferred instead of copied. */
  readonly transfer?: readonly Transferable[]
}

/** The longest time for a thread to start: on a busy computer, loading its modules takes seconds. */
export const START_MS = 30_000

/** A thread is ended after so many milliseconds without a task, to return its memory. */
export const IDLE_MS = 20_000

/**
 * A thread for tasks that may take too long: if one does, the thread is ended, and the next task gets a new one.
 *
 * @param idleMs after how many milliseconds without a task the thread is ended; undefined keeps it
 */
export function taskThread(startWorker: () => Worker, idleMs: number | undefined) {
  let worker: Worker | undefined
  const starting = new WeakMap<Worker, Promise<void>>()
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  return {
    /** Starts the thread ahead of time, without waiting for it. */
    start() {
      if (!isClosed && worker === undefined) useWorker()
    },
    /**
     * Runs tasks one after the other on the same thread, as long as it lives.
     *
     * @throws {ThreadEnded} `timeout` if the task took too long, `internal` if the thread died or was closed
     */
    run(task: unknown, watch: Watch) {
      const run = last.then(() => runOnce(task, watch))
      last = run.catch(() => undefined)
      return run
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      if (worker !== undefined) await end(worker)
    },
  }

  function useWorker(): Worker {
    clearTimeout(idle)
    const used = worker ?? startedWorker()
    used.unref() // the program may exit without waiting for it
    if (idleMs !== undefined) idle = setTimeout(() => void end(used), idleMs).unref()
    return used
  }

  function startedWorker(): Worker {
    const started = startWorker()
    worker = started
    starting.set(started, untilUp(started))
    started.on('error', () => undefined) // a running task gets the fault
    started.once('exit', () => forget(started))
    return started
  }

  function forget(used: Worker): void {
    if (worker === used) worker = undefined
  }

  /**
   * Ends a thread once it is up, because Node aborts the program if a thread is ended while it evaluates its modules.
   */
  async function end(used: Worker): Promise<void> {
    forget(used)
    used.ref() // a program that waits for this must not end meanwhile
    await starting.get(used)
    await used.terminate()
  }

  async function runOnce(task: unknown, watch: Watch): Promise<unknown> {
    if (isClosed) throw new ThreadEnded('internal', 'the thread was closed')
    const used = useWorker()
    clearTimeout(idle)
    used.ref() // a program that waits for this task must not end meanwhile
    try {
      return await answerOf(used, task, watch)
    } catch (fault) {
      void end(used)
      throw fault
    } finally {
      if (worker === used) useWorker()
    }
  }
}

/** Settles when a thread has posted its first message or has ended, at the latest after {@link START_MS}. */
function untilUp(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, START_MS).unref()
    const up = (): void => {
      clearTimeout(timeout)
      resolve()
    }
    worker.once('message', up).once('exit', up)
  })
}

function answerOf(worker: Worker, task: unknown, { limitMs, onNote, transfer = [] }: Watch): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(overrun, limitMs)
    let currentMs = limitMs
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    const fail = (fault: ThreadEnded) => settle(() => reject(fault))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(task, transfer)

    function onMessage(message: ThreadMessage): void {
      if ('result' in message) settle(() => resolve(message.result))
      else if (onNote !== undefined && message.note !== READY) {
        clearTimeout(timer)
        currentMs = onNote(message.note)
        timer = setTimeout(overrun, currentMs)
      }
    }
    function onError(cause: unknown): void {
      fail(new ThreadEnded('internal', 'the thread failed', { cause }))
    }
    function onExit(code: number): void {
      fail(new ThreadEnded('internal', `the thread ended with ${code} and no result`))
    }
    function overrun(): void {
      const expired = timer
      // If this thread was busy, the answer may already be waiting.
      setImmediate(() => {
        if (timer === expired) fail(new ThreadEnded('timeout', `the thread took longer than ${currentMs} ms`))
      })
    }
  })
}
