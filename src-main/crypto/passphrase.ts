import { Worker } from 'node:worker_threads'
import { CryptoError } from './crypto-error.ts'
import { wipe } from './keys.ts'
import { sodium } from './sodium.ts'

/** The cost parameters of Argon2id. */
export interface PassphraseCost {
  /** The number of passes over the memory. */
  readonly opsLimit: number
  readonly memoryKib: number
}

/** About 0.8 s. Version 2 of the secret string requires this cost, and key slots have it by default. */
export const PASSPHRASE_COST: PassphraseCost = { opsLimit: 3, memoryKib: 256 * 1024 }
export const PASSPHRASE_SALT_BYTES = sodium.crypto_pwhash_SALTBYTES

export interface PassphraseTask {
  readonly passphrase: Uint8Array
  readonly salt: Uint8Array
  readonly opsLimit: number
  readonly memoryBytes: number
}

/** Port: starts a thread that posts the 32-byte hash of its task and ends. */
export type StartPassphraseWorker = (task: PassphraseTask) => Worker

const KIB = 1024
/** A higher stored cost is damaged, or meant to exhaust the computer. */
const LARGEST_MEMORY_KIB = 1024 * 1024
const LARGEST_OPS_LIMIT = 16

/**
 * Argon2id (version 1.3) of a passphrase, 32 bytes, on another thread. The passphrase is normalized to NFKC, so that it does
 * not matter how a keyboard composes its letters.
 *
 * @throws {CryptoError} `passphrase_cost_invalid`; `passphrase_worker_failed` if the thread ends without a result, for example
 *   because there is not enough memory
 */
export async function hashPassphrase(
  passphrase: string,
  salt: Uint8Array,
  cost: PassphraseCost = PASSPHRASE_COST,
  startWorker: StartPassphraseWorker = startPassphraseWorker,
): Promise<Uint8Array> {
  checkCost(cost, salt)
  // Not a Buffer, which would be posted to the thread together with the whole pool that it is part of.
  const clear = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const worker = startWorker({
    passphrase: clear,
    salt: new Uint8Array(salt),
    opsLimit: cost.opsLimit,
    memoryBytes: cost.memoryKib * KIB,
  })
  wipe(clear) // the thread has its own copy
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
  // The bundler recognises exactly this expression and replaces it by the built worker (vite.config.ts).
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
