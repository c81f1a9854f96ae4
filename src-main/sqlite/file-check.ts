import { Worker } from 'node:worker_threads'
import type { readRows, RowPlace } from './database.ts'
import { StorageError } from './storage-error.ts'

/** The tasks of the file check thread. */
export type FileCheckTask =
  | { readonly kind: 'damage'; readonly path: string; readonly key: Uint8Array<ArrayBuffer> | undefined }
  | ({ readonly kind: 'part' } & PartOfFile)
  | { readonly kind: 'migrate'; readonly path: string; readonly key: Uint8Array<ArrayBuffer> | undefined }
  | ({ readonly kind: 'rewrite' } & Rewriting)

/** A protected file, and the new file for its content under another key. */
export interface Rewriting {
  readonly path: string
  readonly key: Uint8Array<ArrayBuffer>
  readonly newPath: string
  readonly newKey: Uint8Array<ArrayBuffer>
}

/**
 * Checks a database file for damage without changing it, on a thread: 100,000 items take about 150 ms, too long for the
 * service thread.
 *
 * @param task its key, in a buffer of its own, is transferred to the thread and wiped there
 * @returns the problems, in SQLite's words; empty if there are none
 * @throws {Error} if the thread ends without a result
 */
export function checkFile(task: {
  readonly path: string
  readonly key: Uint8Array<ArrayBuffer> | undefined
}): Promise<readonly string[]> {
  return onThread<readonly string[]>({ kind: 'damage', ...task }, task.key === undefined ? [] : [task.key])
}

/** A protected file, and where to continue its check. */
interface PartOfFile {
  readonly path: string
  readonly key: Uint8Array<ArrayBuffer>
  readonly from: RowPlace | undefined
}

/** Checks a part of a protected file (`readRows`) on a thread, which takes about 100 ms whatever its size. */
export function checkPartOfFile(task: PartOfFile): Promise<ReturnType<typeof readRows>> {
  return onThread({ kind: 'part', ...task }, [task.key])
}

/**
 * Rewrites a closed file under another key (`rewriteUnderKey`) on a thread. The keys, in buffers of their own, are
 * transferred to the thread and wiped there.
 *
 * @throws {Error} with a code if the disk is full; {@link StorageError} `damaged`. No new file is left in either case.
 */
export async function rewriteFile(task: Rewriting): Promise<void> {
  const findings = await onThread<readonly string[]>({ kind: 'rewrite', ...task }, [task.key, task.newKey])
  if (findings.length > 0) {
    throw new StorageError('damaged', `${task.path} is damaged: ${findings.join('; ')}; its key was not renewed`)
  }
}

/**
 * Migrates a closed file on a thread, as opening it would do on this one. After an abort, the next call continues.
 *
 * @param task its key, in a buffer of its own, is transferred to the thread and wiped there
 * @throws {Error} the fault of opening the file, as a plain error; or that the migration was aborted
 */
export async function migrateFile(
  task: { readonly path: string; readonly key: Uint8Array<ArrayBuffer> | undefined },
  { signal, onProgress }: Updating,
): Promise<void> {
  const worker = startWorker({ kind: 'migrate', ...task }, task.key === undefined ? [] : [task.key])
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end)
  worker.on('message', onProgress)
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the migration ended with ${code}`))))
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}

export interface Updating {
  readonly signal: AbortSignal
  /** Called with a number from 0 to 1. */
  readonly onProgress: (done: number) => void
}

function onThread<Result>(task: FileCheckTask, keys: readonly Uint8Array<ArrayBuffer>[] = []): Promise<Result> {
  return resultOf<Result>(startWorker(task, keys), 'checks a file')
}

function startWorker(task: FileCheckTask, keys: readonly Uint8Array<ArrayBuffer>[]): Worker {
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  return new Worker(new URL('./file-check-worker.ts', import.meta.url), {
    workerData: task,
    transferList: keys.map(({ buffer }) => buffer), // transferred, because a copy could not be wiped
  })
}

/**
 * Resolves to the only message of a thread. The program may exit without waiting for it.
 *
 * @param does what the thread does, for the error of one that ends without a result
 * @throws errors of the thread, as plain errors with their members
 */
export function resultOf<Result>(worker: Worker, does: string): Promise<Result> {
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      reject(new Error(`the thread that ${does} ended with ${code} and no result`))
    })
  })
}
