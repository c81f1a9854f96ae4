import { Worker } from 'node:worker_threads'
import { resultOf } from '../../sqlite/file-check.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import type { BackupTask } from './backup-work.ts'

/**
 * Does a task on a thread of its own: it takes as long as copying the files, which the window's thread does not have.
 *
 * @param task with its key in memory of its own, which is gone here afterwards
 * @throws {StorageError} what is wrong with a file; {@link Error} with a code, as for want of room
 */
export async function runBackupTask(task: BackupTask): Promise<void> {
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: task,
    transferList: task.key === undefined ? [] : [task.key.buffer],
  })
  try {
    await resultOf(worker, 'makes or restores a backup')
  } catch (fault) {
    throw named(fault)
  }
}

/** What a thread throws comes over as a plain error with its members. */
function named(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault.name !== 'StorageError' || !('code' in fault)) return fault
  return new StorageError(fault.code as StorageError['code'], fault.message, fault.cause) // as it was thrown there
}
