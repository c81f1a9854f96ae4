import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { BlockCipher } from '../../crypto/files/block-cipher.ts'
import { copyKey } from '../../crypto/keys.ts'
import { taskPool } from '../../threads/task-pool.ts'
import { START_MS } from '../../threads/task-thread.ts'
import type { BlockOutcome, BlockTask } from './block-task.ts'
import { doBlockTask } from './do-block-task.ts'

/** The threads that seal and open blocks, for all uploads and downloads; they take turns. */
export interface BlockThreads {
  /** How many blocks are worked on at once. */
  readonly threads: number
  /** Begins to start the first one. */
  readonly start: () => void
  /**
   * Runs a task. Its memory is handed over, and comes back with the outcome; the keys are copied.
   *
   * @param file whose turn it is
   * @throws {CryptoError} `cannot_open`; the memory is then lost
   * @throws {ThreadEnded} when the thread died
   */
  readonly run: (task: BlockTask, file: string) => Promise<BlockOutcome>
  readonly close: () => Promise<void>
}

/**
 * Two keep up with a fast disk. Service, disk and one of these keep one and a half processors busy, so that with two
 * processors the second one would only be in their way.
 */
const THREADS = availableParallelism() > 2 ? 2 : 1

/** The sender is our own client, which bounds what it has under way. */
const NO_LIMITS = { ofGroup: Infinity, ofSender: Infinity, ofAll: Infinity, taskMs: 0 }

/** A block takes milliseconds; this is for a thread that never answers. */
const LIMIT_MS = START_MS

export function blockThreads({
  threads = THREADS,
  startWorker = startBlockWorker,
}: { readonly threads?: number; readonly startWorker?: () => Worker } = {}): BlockThreads {
  const pool = taskPool(startWorker, { threads, limits: NO_LIMITS })
  return {
    threads,
    start: () => pool.start(),
    async run(task, file) {
      const { sent, transfer } = withOwnKeys(task)
      const outcome = (await pool.run(sent, { limitMs: LIMIT_MS, transfer }, { key: file })) as BlockOutcome // by block-worker.ts
      if (outcome.fault !== undefined) throw new CryptoError(outcome.fault.code, outcome.fault.message)
      return outcome
    },
    close: () => pool.close(),
  }
}

/** Keys go in memory of their own that is handed over: what is copied to a thread cannot be wiped on the way. */
function withOwnKeys(task: BlockTask): { readonly sent: BlockTask; readonly transfer: readonly ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [task.memory.buffer]
  const moved = <Key extends Uint8Array>(key: Key): Key => {
    const copy = copyKey(key)
    transfer.push(copy.buffer)
    return copy as Uint8Array as Key // the same bytes are the same kind of key
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

/** Serves small files: what they cost is less than the start of a thread. */
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
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  return new Worker(new URL('./block-worker.ts', import.meta.url))
}
