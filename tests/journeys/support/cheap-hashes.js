/*
 * Loaded before the application where a journey hashes passphrases only to come by users and workspaces: the thread that
 * hashes is the real one and works as ever, with one pass over 8 KiB instead of three over 256 MiB. What is made this way
 * opens only this way; `first-run.spec.ts` pays the real cost.
 */

import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'

const CHEAP = { opsLimit: 1, memoryBytes: 8192 }

workerThreads.Worker = new Proxy(workerThreads.Worker, {
  construct(Worker, [address, options]) {
    const hashes = String(address).endsWith('/passphrase-worker.js')
    return new Worker(address, hashes ? { ...options, workerData: { ...options.workerData, ...CHEAP } } : options)
  },
})
syncBuiltinESMExports()
