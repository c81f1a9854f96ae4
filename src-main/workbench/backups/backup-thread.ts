import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { resultOf } from '../../sqlite/file-check.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import { temporaryOf } from './backup-archive.ts'
import type { BackupTask } from './backup-work.ts'

/** What a disk writes in this time holds up nobody. */
const FLUSH_EVERY_MS = 5

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
  const endFlushing = flushWhileWritten(largestOf(task))
  try {
    await resultOf(worker, 'makes or restores a backup')
  } catch (fault) {
    signal?.throwIfAborted()
    throw named(fault)
  } finally {
    signal?.removeEventListener('abort', end)
    await endFlushing()
  }
}

/** The file that a task writes, besides blocks. */
function largestOf(task: BackupTask): string {
  if (task.kind === 'pack') return temporaryOf(task.file)
  return join(task.target, task.kind === 'snapshot' ? basename(task.path) : task.database)
}

/**
 * Flushes a file every few milliseconds while another thread writes it. The disk would otherwise take all of it at once
 * at the end, and every commit on this thread would wait for that.
 *
 * @param path may not be there yet. Only the thread that writes it may have it open: closing it here takes SQLite's locks
 *   of it away from this process.
 * @returns a function that ends this, and resolves once the file is closed
 */
export function flushWhileWritten(path: string): () => Promise<void> {
  const state = { isWritten: true }
  const flushing = (async () => {
    while (state.isWritten) {
      await flush(path).catch(() => undefined) // the thread that writes meets the same fault, and names it
      await setTimeout(FLUSH_EVERY_MS)
    }
  })()
  return () => {
    state.isWritten = false
    return flushing
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Restores the class of an error, which a thread passes on as a plain error with its members. */
function named(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault.name !== 'StorageError' || !('code' in fault)) return fault
  return new StorageError(fault.code as StorageError['code'], fault.message, fault.cause) // as it was thrown there
}
