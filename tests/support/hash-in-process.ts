/**
 * Setup of projects whose tests hash passphrases only to come by a key. A thread for one hash takes a sixth of a second
 * of the processor to start, far more than hashing at the cost of tests. So a hash that is cheap is made on the thread
 * that asks for it, with the same function; every other thread starts as ever, a hash at its real cost included.
 *
 * The thread itself is tested in `src-main/crypto/passphrase.spec.ts` and `tests/reliability`, which do without this.
 */
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'
import type { Worker as Thread, WorkerOptions } from 'node:worker_threads'
import type { PassphraseTask } from '../../src-main/crypto/passphrase.ts'
import { sodium } from '../../src-main/crypto/sodium.ts'

/** What tests choose for themselves is below it, what the product uses is above. */
const CHEAP_BYTES = 8 * 1024 * 1024
const HASH_BYTES = 32

/** What `passphrase.ts` uses of a thread. */
class HashInProcess extends EventEmitter {
  #isEnded = false

  constructor({ passphrase, salt, opsLimit, memoryBytes }: PassphraseTask) {
    super()
    // The thread has a copy of its own as well, which the caller cannot wipe before it is read.
    const own = new Uint8Array(passphrase)
    setImmediate(() => {
      if (this.#isEnded) return
      const algorithm = sodium.crypto_pwhash_ALG_ARGON2ID13
      this.emit('message', sodium.crypto_pwhash(HASH_BYTES, own, salt, opsLimit, memoryBytes, algorithm))
      own.fill(0)
    })
  }

  terminate(): Promise<number> {
    this.#isEnded = true
    this.emit('exit', 0)
    return Promise.resolve(0)
  }
}

const ThreadOfNode = workerThreads.Worker
const MARK = Symbol.for('vaultbench.hash-in-process')

// Specs share a process, and each runs this file: it is put in place once.
if (!(MARK in ThreadOfNode)) {
  const startThread = (address: string | URL, options?: WorkerOptions): Thread => {
    const task = options?.workerData as PassphraseTask | undefined // of the passphrase worker, where it is that
    const isCheapHash =
      String(address).endsWith('/passphrase-worker.ts') && task !== undefined && task.memoryBytes <= CHEAP_BYTES
    // What passphrase.ts uses of a thread is all there.
    return isCheapHash ? (new HashInProcess(task) as unknown as Thread) : new ThreadOfNode(address, options)
  }
  workerThreads.Worker = new Proxy(ThreadOfNode, {
    construct: (_, [address, options]: [string | URL, WorkerOptions | undefined]) => startThread(address, options),
    has: (target, key) => key === MARK || key in target,
  })
  syncBuiltinESMExports()
}
