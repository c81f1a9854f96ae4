import { Worker } from 'node:worker_threads'
import { CryptoError } from './crypto-error.ts'
import { wipe } from './keys.ts'
import { sodium } from './sodium.ts'

/** What one guess costs an attacker: passes over the memory, and the memory in KiB. */
export interface PassphraseCost {
  readonly opsLimit: number
  readonly memoryKib: number
}

/** Three passes over 256 MiB: fixed by version 2 of the secret string, default of key slots; about 0.8 s. */
export const PASSPHRASE_COST: PassphraseCost = { opsLimit: 3, memoryKib: 256 * 1024 }
export const PASSPHRASE_SALT_BYTES = sodium.crypto_pwhash_SALTBYTES

/** What the worker receives. */
export interface PassphraseTask {
  readonly passphrase: Uint8Array
  readonly salt: Uint8Array
  readonly opsLimit: number
  readonly memoryBytes: number
}

/** Port: starts a thread that posts the 32-byte hash of its task and ends. */
export type StartPassphraseWorker = (task: PassphraseTask) => Worker

const KIB = 1024
/** A stored cost above this is damage or an attempt to exhaust the machine. */
const LARGEST_MEMORY_KIB = 1024 * 1024
const LARGEST_OPS_LIMIT = 16

/**
 * Argon2id (version 1.3) of a passphrase, 32 bytes, on a thread of its own that ends afterwards. The passphrase is
 * brought into Unicode form NFKC first, so that it does not matter how a keyboard composes its letters.
 *
 * @throws {CryptoError} `passphrase_cost_invalid` before anything is hashed; `passphrase_worker_failed` when the thread
 *   ends without a result, for instance because the memory is not to be had.
 */
export async function hashPassphrase(
  passphrase: string,
  salt: Uint8Array,
  cost: PassphraseCost = PASSPHRASE_COST,
  startWorker: StartPassphraseWorker = startPassphraseWorker,
): Promise<Uint8Array> {
  checkCost(cost, salt)
  // Buffers would not do: cloning one to a thread takes all of the pool it was cut from, other secrets included.
  const clear = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const worker = startWorker({
    passphrase: clear,
    salt: new Uint8Array(salt),
    opsLimit: cost.opsLimit,
    memoryBytes: cost.memoryKib * KIB,
  })
  wipe(clear) // the thread got its own copy when it was made
  try {
    return await firstMessage(worker)
  } finally {
    await worker.terminate()
  }
}

function checkCost({ opsLimit, memoryKib }: PassphraseCost, salt: Uint8Array): void {
  const smallestMemoryKib = sodium.crypto_pwhash_MEMLIMIT_MIN / KIB
  const isWithin = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most
  if (
    !isWithin(opsLimit, sodium.crypto_pwhash_OPSLIMIT_MIN, LARGEST_OPS_LIMIT) ||
    !isWithin(memoryKib, smallestMemoryKib, LARGEST_MEMORY_KIB) ||
    salt.length !== PASSPHRASE_SALT_BYTES
  ) {
    throw new CryptoError('passphrase_cost_invalid', 'the hashing parameters are outside what this program accepts')
  }
}

function startPassphraseWorker(task: PassphraseTask): Worker {
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  return new Worker(new URL('./passphrase-worker.ts', import.meta.url), { workerData: task })
}

function firstMessage(worker: Worker): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(new CryptoError('passphrase_worker_failed', 'the hashing thread ended without a result', { cause }))
    worker.once('message', resolve)
    worker.once('error', fail)
    worker.once('exit', (exitCode) => fail(new Error(`exit code ${exitCode}`)))
  })
}
