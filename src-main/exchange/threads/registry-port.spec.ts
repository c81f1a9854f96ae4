import { MessageChannel, Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { registriesOver } from './registry-port.ts'

let server: Worker | undefined
afterEach(async () => {
  await server?.terminate()
})

/** Registries on another thread, in which every key finds itself: `slow` not before so many milliseconds. */
function serve(slowMs: number) {
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const url = new URL('./registry-port.ts', import.meta.url).href
  const source = `const { workerData } = require('node:worker_threads')
    const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    const find = (key) => {
      if (key === 'slow') sleep(${slowMs})
      return { key }
    }
    setInterval(() => undefined, 1000)
    import(${JSON.stringify(url)}).then(({ serveRegistries }) => serveRegistries({ dids: { find } }, workerData))`
  server = new Worker(source, { eval: true, workerData: { port: port1, signal }, transferList: [port1] })
  return { port: port2, signal }
}

describe('registriesOver', () => {
  it('an answer that comes too late › is no answer to the next question', () => {
    const at = serve(4000)
    const { dids } = registriesOver(at, 2000)

    expect(() => dids.find('slow')).toThrow('a registry did not answer')
    Atomics.wait(at.signal, 0, 0, 20_000) // the late answer is there

    expect(dids.find('next')).toEqual({ key: 'next' })
  })
})
