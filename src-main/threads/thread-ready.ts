import { parentPort } from 'node:worker_threads'

/** The first note of every task thread. */
export const READY = 'ready'

/**
 * Reports that this thread may be ended from now on. Node aborts the program if a thread is ended while it evaluates a
 * module with a top-level await, so this is sent after the evaluation.
 */
export function tellReady(): void {
  setImmediate(() => parentPort?.postMessage({ note: READY }))
}
