import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { READY } from '../../threads/thread-ready.ts'

it.each(['verification', 'evaluation', 'schema'])('the %s thread › tells that it is up', async (name) => {
  const { port1, port2 } = new MessageChannel()
  const registries = { port: port2, signal: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const worker = new Worker(new URL(`./${name}-worker.ts`, import.meta.url), {
    workerData: name === 'verification' ? { registries, maxMs: 1000 } : registries,
    transferList: [port2],
  })

  expect(await once(worker, 'message')).toEqual([{ note: READY }])

  await worker.terminate()
  port1.close()
})
