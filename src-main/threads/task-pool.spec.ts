// Proves docs/contract/exchange.md, Requests.

import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WAITING_LIMITS } from '../service/fair-queue.ts'
import { taskPool } from './task-pool.ts'
import type { TaskPool } from './task-pool.ts'
import { READY } from './thread-ready.ts'

const WATCH = { limitMs: 20_000 }
/** Answers each task with itself, a while later; one that is named so ends the thread. */
const ECHO = `const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (task) => {
    if (task === 'deadly') process.exit(1)
    setTimeout(() => parentPort.postMessage({ result: task }), 20)
  })`

/** Takes tasks as a thread does, in an order that no load of the machine changes. */
function workerOf(onTask: (task: string) => unknown): Worker {
  const worker = Object.assign(new EventEmitter(), {
    postMessage(task: string) {
      onTask(task)
      setImmediate(() => worker.emit('message', { result: task }))
    },
    ref: () => undefined,
    unref: () => undefined,
    terminate: () => Promise.resolve(0),
  })
  setImmediate(() => worker.emit('message', { note: READY }))
  return worker as unknown as Worker // what a pool uses of one
}

let started: Worker[] = []
let pool: TaskPool | undefined
afterEach(async () => {
  vi.useRealTimers()
  await pool?.close()
  started = []
})

function newPool(options: Parameters<typeof taskPool>[1] = {}): TaskPool {
  pool = taskPool(() => {
    const worker = new Worker(ECHO, { eval: true })
    started.push(worker)
    return worker
  }, options)
  return pool
}

describe('taskPool', () => {
  it('a sender with many slow tasks › an honest one waits for no more of them than there are threads', async () => {
    const begun: string[] = []
    pool = taskPool(() => workerOf((task) => begun.push(task)))
    const { run } = pool
    const names = Array.from({ length: WAITING_LIMITS.ofGroup + 2 }, (_, index) => `slow ${index}`)
    const hostile = names.map((task) => run(task, WATCH, { key: 'stranger' }))
    const honest = run('honest', WATCH, { key: 'somebody' })

    expect(await honest).toBe('honest')
    expect(await Promise.all(hostile)).toEqual(names)
    expect(begun.indexOf('honest')).toBeLessThanOrEqual(3) // one on each thread, and one whose turn had come
  })

  it('a sender whose task took long › waits for one who comes after it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const begun: string[] = []
    const startWorker = () =>
      workerOf((task) => {
        begun.push(task)
        vi.advanceTimersByTime(task.startsWith('slow') ? 4000 : 10)
      })
    pool = taskPool(startWorker, { threads: 1 })
    const { run } = pool
    const slow = ['slow 1', 'slow 2', 'slow 3'].map((task) => run(task, WATCH, { key: 'a', group: 'stranger' }))
    const honest = run('honest', WATCH, { key: 'a', group: 'somebody' })

    await Promise.all([...slow, honest])
    expect(begun).toEqual(['slow 1', 'honest', 'slow 2', 'slow 3'])
  })

  it('more of one sender than may wait › is refused with the time to wait, and others are taken', async () => {
    const { run } = newPool()
    const taken = Array.from({ length: WAITING_LIMITS.ofGroup + 2 }, () => run('slow', WATCH, { key: 'stranger' }))

    await expect(run('one more', WATCH, { key: 'stranger' })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 5,
    })
    expect(await run('honest', WATCH, { key: 'somebody' })).toBe('honest')
    expect(await Promise.all(taken)).toHaveLength(taken.length)
  })

  it('groups of one key that fill its queue › make room for another group, and their newest is refused', async () => {
    const { run } = newPool({ threads: 1, limits: { ...WAITING_LIMITS, ofSender: 4 } })
    const flood = Array.from({ length: 5 }, (_, task) => run(`slow ${task}`, WATCH, { key: 'a', group: 'stranger' }))
    const ended = Promise.allSettled(flood)

    expect(await run('honest', WATCH, { key: 'a', group: 'somebody' })).toBe('honest')
    expect((await ended).map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, false])
  })

  it('starts its second thread for the second task at once, not before', async () => {
    const { start, run } = newPool()
    start()
    await run('one', WATCH, { key: 'a' })
    await run('two', WATCH, { key: 'a' })
    expect(started).toHaveLength(1)

    await Promise.all(['three', 'four', 'five'].map((task) => run(task, WATCH, { key: 'a' })))
    expect(started).toHaveLength(2)
  })

  it('a thread that dies › fails its task only; those that wait are done', async () => {
    const { run } = newPool({ threads: 1 })
    const all = ['deadly', 'next', 'last'].map((task) => run(task, WATCH, { key: 'a' }))

    expect(await Promise.allSettled(all)).toMatchObject([
      { status: 'rejected', reason: { code: 'internal' } },
      { status: 'fulfilled', value: 'next' },
      { status: 'fulfilled', value: 'last' },
    ])
  })

  it('closed › fails what waits', async () => {
    const { run, close, start } = newPool()
    const all = Promise.allSettled(['one', 'two', 'three'].map((task) => run(task, WATCH, { key: 'a' })))
    await close()

    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    start()
    expect(started).toEqual([])
  })

  it('closed while a thread starts › ends it once it is up', async () => {
    const said: string[] = []
    pool = taskPool(() => {
      const worker = workerOf(() => undefined)
      worker.once('message', () => said.push('up'))
      return Object.assign(worker, { terminate: () => Promise.resolve(said.push('ended')) })
    })
    pool.start()
    await pool.close()

    expect(said).toEqual(['up', 'ended'])
  })

  it('without work for half a minute › keeps its first thread, when it is to, and ends the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { run } = newPool({ keepsFirst: true })
    await Promise.all(['one', 'two'].map((task) => run(task, WATCH, { key: 'a' })))
    const ended = started.map((worker) => {
      let isEnded = false
      worker.once('exit', () => (isEnded = true))
      return () => isEnded
    })

    vi.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(ended[1]?.()).toBe(true))

    expect(ended[0]?.()).toBe(false)
    vi.useRealTimers()
    await setTimeout(0)
    expect(await run('three', WATCH, { key: 'a' })).toBe('three')
    expect(started).toHaveLength(2)
  })
})
