import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { BlockCipher } from '../../crypto/files/block-cipher.ts'
import { copyKey } from '../../crypto/keys.ts'
import { taskPool } from '../../threads/task-pool.ts'
import { START_MS } from '../../threads/task-thread.ts'
import type { BlockOutcome, BlockTask } from './block-task.ts'
import { doBlockTask } from './do-block-task.ts'

/** The threads that seal and open blocks; all uploads and downloads take turns. */
export type BlockThreads = ReturnType<typeof blockThreads>

/**
 * Two threads keep up with a fast disk. On a computer with two processors a second thread would only slow down the
 * others, because the service, the disk and one thread already use one and a half.
 */
const THREADS = availableParallelism() > 2 ? 2 : 1

/** Our own client is the only sender, and limits its blocks itself. */
const NO_LIMITS = { ofGroup: Infinity, ofSender: Infinity, ofAll: Infinity, taskMs: 0 }

/** A block takes milliseconds; the limit is for a thread that never answers. */
const LIMIT_MS = START_MS

export function blockThreads({
  threads = THREADS,
  startWorker = startBlockWorker,
}: { readonly threads?: number; readonly startWorker?: () => Worker } = {}) {
  const pool = taskPool(startWorker, { threads, limits: NO_LIMITS })
  return {
    /** The number of blocks that are processed in parallel. */
    threads,
    /** Starts the first thread without waiting for it. */
    start: () => pool.start(),
    /**
     * Runs a task. Its memory is transferred, and returned with the outcome; the keys are copied.
     *
     * @param file to which the task belongs; files are served in turn
     * @throws {CryptoError} `cannot_open`; the memory is then lost
     * @throws {ThreadEnded} when the thread died
     */
    async run(task: BlockTask, file: string) {
      const { sent, transfer } = withOwnKeys(task)
      const outcome = (await pool.run(sent, { limitMs: LIMIT_MS, transfer }, { key: file })) as BlockOutcome // the answer of block-worker.ts
      if (outcome.fault !== undefined) throw new CryptoError(outcome.fault.code, outcome.fault.message)
      return outcome
    },
    close: () => pool.close(),
  }
}

/** Transfers the keys in buffers of their own, because the copies of a structured clone cannot be wiped. */
function withOwnKeys(task: BlockTask): { readonly sent: BlockTask; readonly transfer: readonly ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [task.memory.buffer]
  const moved = <Key extends Uint8Array>(key: Key): Key => {
    const copy = copyKey(key)
    transfer.push(copy.buffer)
    return copy as Uint8Array as Key // a copy of a key is a key of the same kind
  }
  const withCipher = <Cipher extends BlockCipher>(cipher: Cipher): Cipher => ({ ...cipher, key: moved(cipher.key) })
  switch (task.kind) {
    case 'compare':
      return { sent: { ...task, digestKey: moved(task.digestKey) }, transfer }
    case 'seal': {
      const block = { ...task.block, cipher: withCipher(task.block.cipher) }
      return { sent: { ...task, block, digestKey: moved(task.digestKey) }, transfer }
    }
    case 'open': {
      const block = { ...task.block, cipher: withCipher(task.block.cipher) }
      return { sent: { ...task, block, state: task.state && moved(task.state) }, transfer }
    }
    case 'open-whole':
      return { sent: { ...task, key: moved(task.key) }, transfer }
  }
}

/** Runs tasks on this thread, for small files that take less time than starting a thread. */
export const NO_BLOCK_THREADS: BlockThreads = {
  threads: 1,
  start: () => undefined,
  async run(task) {
    const outcome = doBlockTask(withOwnKeys(task).sent)
    if (outcome.fault !== undefined) throw new CryptoError(outcome.fault.code, outcome.fault.message)
    return Promise.resolve(outcome)
  },
  close: () => Promise.resolve(),
}

function startBlockWorker(): Worker {
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  return new Worker(new URL('./block-worker.ts', import.meta.url))
}
