import { parentPort } from 'node:worker_threads'

/** The first note of every thread of tasks. */
export const READY = 'ready'

/**
 * Tells whoever started this thread that it may be ended from now on. Node aborts the whole program when a thread is ended
 * while it evaluates a module that waits for another one, so this is told after the evaluation.
 */
export function tellReady(): void {
  setImmediate(() => parentPort?.postMessage({ note: READY }))
}
