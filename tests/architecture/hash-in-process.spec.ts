import { once } from 'node:events'
import workerThreads from 'node:worker_threads'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { hashPassphrase } from '../../src-main/crypto/passphrase.ts'
import type { PassphraseTask } from '../../src-main/crypto/passphrase.ts'
import { sodium } from '../../src-main/crypto/sodium.ts'

/* What stands in place of the hashing thread in this project: `tests/support/hash-in-process.ts`. */

const CHEAP = { opsLimit: 1, memoryKib: 8192 }
const SALT = Uint8Array.from({ length: 16 }, (_, index) => index)
const WORKER = new URL('../../src-main/crypto/passphrase-worker.ts', import.meta.url)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function taskOf(passphrase: Uint8Array, memoryKib = CHEAP.memoryKib): PassphraseTask {
  return { passphrase, salt: SALT, opsLimit: CHEAP.opsLimit, memoryBytes: memoryKib * 1024 }
}

function start(task: unknown, address = WORKER): Worker {
  return new workerThreads.Worker(address, { workerData: task })
}

async function hashFrom(worker: Worker): Promise<Uint8Array> {
  const [hash] = (await once(worker, 'message')) as [Uint8Array]
  return hash
}

/** A thread has a number of its own; what runs here has none. */
const isThread = (worker: Worker): boolean => typeof worker.threadId === 'number'

it('a cheap hash › starts no thread, and is the hash that the thread makes', async () => {
  const here = start(taskOf(bytesOf('correct horse')))
  // The same task, a little dearer than what counts as cheap, goes to a thread of its own.
  const there = start(taskOf(bytesOf('correct horse'), CHEAP.memoryKib + 1))

  expect([isThread(here), isThread(there)]).toEqual([false, true])
  const [ours, theirs] = await Promise.all([hashFrom(here), hashFrom(there)])
  await there.terminate()

  const made = (memoryKib: number) =>
    sodium.crypto_pwhash(32, 'correct horse', SALT, 1, memoryKib * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13)
  expect(Buffer.from(ours).toString('hex')).toBe(Buffer.from(made(CHEAP.memoryKib)).toString('hex'))
  expect(Buffer.from(theirs).toString('hex')).toBe(Buffer.from(made(CHEAP.memoryKib + 1)).toString('hex'))
  expect(await hashPassphrase('correct horse', SALT, CHEAP)).toEqual(new Uint8Array(ours))
})

it('a cheap hash › reads the passphrase when it is started, as a thread does, which gets a copy', async () => {
  const passphrase = bytesOf('correct horse')
  const worker = start(taskOf(passphrase))
  passphrase.fill(0)

  expect(new Uint8Array(await hashFrom(worker))).toEqual(await hashPassphrase('correct horse', SALT, CHEAP))
})

it('a cheap hash › that is ended before it is made says so, and gives none', async () => {
  const worker = start(taskOf(bytesOf('correct horse')))
  const told: string[] = []
  worker.on('message', () => told.push('message'))
  worker.on('exit', () => told.push('exit'))

  await worker.terminate()
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))

  expect(told).toEqual(['exit'])
})

it('every other thread › starts as ever', async () => {
  const script = new URL(
    "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.postMessage(1)",
  )
  const worker = start(taskOf(bytesOf('x')), script)

  expect(isThread(worker)).toBe(true)
  expect(await once(worker, 'message')).toEqual([1])
  await worker.terminate()
})
