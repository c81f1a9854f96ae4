import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { findChangedPages, pageDigests } from './page-digests.ts'

/** What the thread receives. */
export type FileCheckTask =
  | { readonly kind: 'damage'; readonly path: string; readonly key: Uint8Array | undefined }
  | { readonly kind: 'digest'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly expected: Uint8Array }

/** Digests of a file up to this size take about 10 ms, less than a thread takes to begin. */
const AT_ONCE_BYTES = 8 * 1024 * 1024

/**
 * Looks through a database file for damage on a thread of its own: 100,000 items take about 150 ms, which the window's
 * thread does not have. The file is only read.
 *
 * @returns what is wrong, in SQLite's words; empty when nothing is
 * @throws {Error} when the thread ends without a result
 */
export function checkFile(task: { path: string; key: Uint8Array | undefined }): Promise<readonly string[]> {
  return onThread<readonly string[]>({ kind: 'damage', ...task })
}

/** The digests of all pages (page-digests.ts); of a large file on a thread. */
export async function digestPages(path: string): Promise<Uint8Array> {
  return isSmall(path) ? pageDigests(path) : onThread<Uint8Array>({ kind: 'digest', path })
}

/** What is not as its digests say, in words; of a large file on a thread. */
export async function comparePages(path: string, expected: Uint8Array): Promise<readonly string[]> {
  return isSmall(path) ? findChangedPages(path, expected) : onThread({ kind: 'compare', path, expected })
}

function isSmall(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= AT_ONCE_BYTES
}

function onThread<Result>(task: FileCheckTask): Promise<Result> {
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
