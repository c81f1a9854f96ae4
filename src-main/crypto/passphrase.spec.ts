// Proves docs/contract/client-crypto.md, Secret string.

import { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { ACCOUNT_VECTOR } from '../../tests/vectors/sealed-format-vectors.ts'
import { hashPassphrase } from './passphrase.ts'
import type { PassphraseTask } from './passphrase.ts'

const salt = Buffer.from(ACCOUNT_VECTOR.salt, 'hex')
const cheap = { opsLimit: 3, memoryKib: 8 * 1024 }
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const workerRunning = (code: string) => () => new Worker(code, { eval: true })

describe('hashPassphrase', () => {
  it('matches the worked example at 256 MiB', async () => {
    expect(hex(await hashPassphrase(ACCOUNT_VECTOR.passphrase, salt))).toBe(ACCOUNT_VECTOR.argon2id)
  })

  it('does not care how letters are composed', async () => {
    const composed = await hashPassphrase('caf\u00e9 \ufb01', salt, cheap)
    const decomposed = await hashPassphrase('cafe\u0301 fi', salt, cheap)

    expect(composed).toEqual(decomposed)
  })

  it('depends on passphrase, salt and cost', async () => {
    const hashes = await Promise.all([
      hashPassphrase('a', salt, cheap),
      hashPassphrase('b', salt, cheap),
      hashPassphrase('a', new Uint8Array(16), cheap),
      hashPassphrase('a', salt, { ...cheap, opsLimit: 4 }),
      hashPassphrase('a', salt, { ...cheap, memoryKib: 9 * 1024 }),
    ])

    expect(new Set(hashes.map(hex)).size).toBe(5)
  })

  it.each([
    ['no passes', { ...cheap, opsLimit: 0 }, salt],
    ['too many passes', { ...cheap, opsLimit: 17 }, salt],
    ['too little memory', { ...cheap, memoryKib: 7 }, salt],
    ['too much memory', { ...cheap, memoryKib: 1024 * 1024 + 1 }, salt],
    ['a broken number', { ...cheap, memoryKib: 8192.5 }, salt],
    ['no number', { ...cheap, opsLimit: Number.NaN }, salt],
    ['a short salt', cheap, salt.subarray(1)],
  ])('refuses %s before it starts a thread', async (_, cost, givenSalt) => {
    const startWorker = vi.fn<(task: PassphraseTask) => Worker>()

    await expect(hashPassphrase('a', givenSalt, cost, startWorker)).rejects.toMatchObject({
      code: 'passphrase_cost_invalid',
    })
    expect(startWorker).not.toHaveBeenCalled()
  })

  it.each([
    ['ends', 'process.exit(3)'],
    ['ends without an answer', ''],
  ])('fails by name when the thread %s', async (_, code) => {
    await expect(hashPassphrase('a', salt, cheap, workerRunning(code))).rejects.toMatchObject({
      name: 'CryptoError',
      code: 'passphrase_worker_failed',
    })
  })

  it('names what the thread threw', async () => {
    const failing = hashPassphrase('a', salt, cheap, workerRunning('throw new Error("out of memory")'))

    await expect(failing).rejects.toMatchObject({
      code: 'passphrase_worker_failed',
      cause: { message: 'out of memory' },
    })
  })

  it('ends the thread once it has the hash', async () => {
    const worker = new Worker(
      'const { parentPort } = require("node:worker_threads");' +
        'parentPort.postMessage(new Uint8Array(32)); setInterval(() => {}, 1000)',
      { eval: true },
    )
    const ended = new Promise((resolve) => worker.once('exit', resolve))

    await hashPassphrase('a', salt, cheap, () => worker)

    expect(await ended).toBe(1)
  })

  it('wipes its own copy of the passphrase once the thread has one', async () => {
    const task = await taskOf('secret')

    expect([...(task?.passphrase ?? [1])]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('gives the thread no memory beside passphrase and salt', async () => {
    const task = await taskOf('secret')

    expect(task?.passphrase.buffer.byteLength).toBe(6)
    expect(task?.salt.buffer.byteLength).toBe(16)
  })
})

async function taskOf(passphrase: string): Promise<PassphraseTask | undefined> {
  let task: PassphraseTask | undefined
  await hashPassphrase(passphrase, salt, cheap, (given) => {
    task = given
    return workerRunning('require("node:worker_threads").parentPort.postMessage(new Uint8Array(32))')()
  })
  return task
}
