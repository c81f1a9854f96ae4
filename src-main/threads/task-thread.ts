import type { Transferable, Worker } from 'node:worker_threads'
import { CodedError } from '../../shared/coded-error.ts'
import { READY } from './thread-ready.ts'

/** What a thread posts: notes while it works, then its result. One that cannot go on throws, and so ends. */
type ThreadMessage = { readonly note: unknown } | { readonly result: unknown }

/** The thread was ended, or ended by itself, without a result. */
export class ThreadEnded extends CodedError<'timeout' | 'internal'> {
  override readonly name = 'ThreadEnded'
}

export interface Watch {
  /** The milliseconds without a result after which the thread is ended. */
  readonly limitMs: number
  /** Gets what the thread notes; a number is a new limit, counted from now. */
  readonly onNote?: (note: unknown) => number
  /** Memory of the task that is handed over instead of copied: it is gone here. */
  readonly transfer?: readonly Transferable[]
}

/** Longest time in milliseconds until a thread notes that it begins: on a busy computer loading its modules takes seconds. */
export const START_MS = 30_000

/** A thread that nobody needed for so many milliseconds is ended: what a rush took is given back within a minute of it. */
export const IDLE_MS = 20_000

/**
 * A thread for tasks that may take too long: then it is ended, and the next task gets a new one.
 *
 * @param idleMs after so many milliseconds without a task it is ended; undefined: it stays
 */
export function taskThread(startWorker: () => Worker, idleMs: number | undefined) {
  let worker: Worker | undefined
  const starting = new WeakMap<Worker, Promise<void>>()
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  return {
    /** Begins to start the thread, so that the first task need not wait for it. */
    start() {
      if (!isClosed && worker === undefined) ready()
    },
    /**
     * Runs one task after the other, each on the same thread for as long as it lives.
     *
     * @throws {ThreadEnded} `timeout` when it took too long, `internal` when the thread died or was closed
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

  function ready(): Worker {
    clearTimeout(idle)
    const used = worker ?? started()
    used.unref() // ending the program does not wait for it
    if (idleMs !== undefined) idle = setTimeout(() => void end(used), idleMs).unref()
    return used
  }

  function started(): Worker {
    const made = startWorker()
    worker = made
    starting.set(made, comingUp(made))
    made.on('error', () => undefined) // told to the task, if there is one
    made.once('exit', () => forget(made))
    return made
  }

  function forget(used: Worker): void {
    if (worker === used) worker = undefined
  }

  /** Once it is up: Node aborts the whole program when a thread is ended that still evaluates its modules. */
  async function end(used: Worker): Promise<void> {
    forget(used)
    used.ref() // a program that waits for this must not end meanwhile
    await starting.get(used)
    await used.terminate()
  }

  async function runOnce(task: unknown, watch: Watch): Promise<unknown> {
    if (isClosed) throw new ThreadEnded('internal', 'the thread was closed')
    const used = ready()
    clearTimeout(idle)
    used.ref() // a program that waits for this task must not end meanwhile
    try {
      return await answerOf(used, task, watch)
    } catch (fault) {
      void end(used)
      throw fault
    } finally {
      if (worker === used) ready()
    }
  }
}

/** Settles when a thread said anything, which it does once it is up, or ended before; in any case after a while. */
function comingUp(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, START_MS).unref()
    const up = (): void => {
      clearTimeout(late)
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
      const late = timer
      // When this thread was busy, the answer may be waiting already.
      setImmediate(() => {
        if (timer === late) fail(new ThreadEnded('timeout', `the thread took longer than ${currentMs} ms`))
      })
    }
  })
}
