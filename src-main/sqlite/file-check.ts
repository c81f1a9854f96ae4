import { Worker } from 'node:worker_threads'

/** What the thread receives. */
export interface FileCheckTask {
  readonly path: string
  readonly key: Uint8Array | undefined
}

/**
 * Looks through a database file for damage on a thread of its own: 100,000 items take about 150 ms, which the window's
 * thread does not have. The file is only read.
 *
 * @returns what is wrong, in SQLite's words; empty when nothing is
 * @throws {Error} when the thread ends without a result
 */
export function checkFile(task: FileCheckTask): Promise<readonly string[]> {
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  const worker = new Worker(new URL('./file-check-worker.ts', import.meta.url), { workerData: task })
  worker.unref() // ending the program does not wait for it
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      reject(new Error(`the thread that checks a file ended with ${code} and no result`))
    })
  })
}
