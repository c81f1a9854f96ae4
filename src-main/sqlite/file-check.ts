import { Worker } from 'node:worker_threads'
import type { readRows, RowPlace } from './database.ts'
import { StorageError } from './storage-error.ts'

/** The tasks of the thread. */
export type FileCheckTask =
  | { readonly kind: 'damage'; readonly path: string; readonly key: Uint8Array<ArrayBuffer> | undefined }
  | ({ readonly kind: 'part' } & PartOfFile)
  | { readonly kind: 'migrate'; readonly path: string; readonly key: Uint8Array<ArrayBuffer> | undefined }
  | ({ readonly kind: 'rewrite' } & Rewriting)

/** A protected file, and the one that its content is written to under another key. */
export interface Rewriting {
  readonly path: string
  readonly key: Uint8Array<ArrayBuffer>
  readonly newPath: string
  readonly newKey: Uint8Array<ArrayBuffer>
}

/**
 * Checks a database file for damage on a thread of its own: 100,000 items take about 150 ms, too long for the window's
 * thread. The file is only read.
 *
 * @param task with a key in a buffer of its own, which is transferred to the thread and wiped there
 * @returns its problems, in SQLite's words; empty without any
 * @throws {Error} when the thread ends without a result
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

/** Reads a part of a protected file for damage (`readRows`), on a thread; whatever its size, that takes about 100 ms. */
export function checkPartOfFile(task: PartOfFile): Promise<ReturnType<typeof readRows>> {
  return onThread({ kind: 'part', ...task }, [task.key])
}

/**
 * Writes what a closed file holds into a new one under another key, and reads that through (`rewriteUnderKey`), on a
 * thread. The keys are in memory of their own, go to the thread and are wiped there.
 *
 * @throws {Error} with a code when the disk is full; {@link StorageError} `damaged`; nothing is left of the new file
 */
export async function rewriteFile(task: Rewriting): Promise<void> {
  const findings = await onThread<readonly string[]>({ kind: 'rewrite', ...task }, [task.key, task.newKey])
  if (findings.length > 0) {
    throw new StorageError('damaged', `${task.path} is damaged: ${findings.join('; ')}; its key was not made anew`)
  }
}

/**
 * Brings a closed file up to date on a thread, as opening it would do on this one. Ended by the signal, it goes on where it
 * was when it is called again.
 *
 * @param task with a key in memory of its own, which goes to the thread and is wiped there
 * @throws {Error} what opening the file throws, as a plain error; or that it was ended
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
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`bringing up to date ended with ${code}`)),
      )
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
    transferList: keys.map(({ buffer }) => buffer), // handed over: a copy of the message could not be wiped
  })
}

/**
 * The only message that a thread posts. Ending the program does not wait for it.
 *
 * @param does the thread's task, for the fault of one that ends without a result
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
