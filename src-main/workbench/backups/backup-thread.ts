import { Worker } from 'node:worker_threads'
import { resultOf } from '../../sqlite/file-check.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import type { BackupTask } from './backup-work.ts'

/** What the thread is started with. It ends between two portions once `ended` is not zero, and wipes its key. */
export interface BackupJob {
  readonly task: BackupTask
  readonly ended: Int32Array<SharedArrayBuffer>
}

/**
 * Runs a task on a thread of its own, because it takes as long as copying the files.
 *
 * @param task with its key in a buffer of its own, which is transferred
 * @param signal ends the task; its reason is thrown when nothing of it is left
 * @throws {StorageError} the problem of a file; {@link Error} with a code, for example on a full disk
 */
export async function runBackupTask(task: BackupTask, signal?: AbortSignal): Promise<void> {
  const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const end = () => void Atomics.store(ended, 0, 1)
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: { task, ended } satisfies BackupJob,
    transferList: task.key === undefined ? [] : [task.key.buffer],
  })
  try {
    await resultOf(worker, 'makes or restores a backup')
  } catch (fault) {
    signal?.throwIfAborted()
    throw named(fault)
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** Restores the class of an error, which a thread passes on as a plain error with its members. */
function named(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault.name !== 'StorageError' || !('code' in fault)) return fault
  return new StorageError(fault.code as StorageError['code'], fault.message, fault.cause) // as it was thrown there
}
