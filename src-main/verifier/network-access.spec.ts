// Proves docs/contract/exchange.md, Wallet endpoints.

import { describe, expect, it } from 'vitest'
import { createNetworkAccess } from './network-access.ts'

const START_MS = Date.parse('2026-01-01T00:00:00.000Z')

function begin() {
  let nowMs = START_MS
  let due: { readonly atMs: number; readonly work: () => void } | undefined
  let open = 0
  let told = 0
  let mayAnswer = () => false
  const access = createNetworkAccess({
    listen(asked) {
      open += 1
      mayAnswer = asked
      return Promise.resolve({
        urls: ['http://192.168.0.7:4000/verifier'],
        close() {
          open -= 1
          return Promise.resolve()
        },
      })
    },
    clock: { nowMs: () => nowMs },
    after(ms, work) {
      due = { atMs: nowMs + ms, work }
      return () => (due = undefined)
    },
    onChange: () => (told += 1),
  })
  return {
    access,
    listening: () => open,
    told: () => told,
    answers: () => mayAnswer(),
    /** The computer sleeps: time passes, and timers do not. */
    sleep: (ms: number) => {
      nowMs += ms
    },
    /** Lets time pass, and waits for what it brought about. */
    pass: async (ms: number) => {
      nowMs += ms
      const timer = due
      if (timer !== undefined && nowMs >= timer.atMs) timer.work()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('createNetworkAccess', () => {
  it('ends by itself', async () => {
    const { access, listening, told, pass } = begin()
    expect(await access.open(5)).toEqual({
      open_until: '2026-01-01T00:05:00.000Z',
      urls: ['http://192.168.0.7:4000/verifier'],
    })

    await pass(299_999)
    expect(listening()).toBe(1)
    await pass(1)
    expect([listening(), access.state(), told()]).toEqual([0, { open_until: null, urls: [] }, 2])
  })

  it('answers nobody after its time, also when the timer is late', async () => {
    const { access, answers, sleep } = begin()
    await access.open(5)
    expect(answers()).toBe(true)
    sleep(300_000)

    expect(answers()).toBe(false)
    expect(access.state()).toEqual({ open_until: null, urls: [] })
    expect(await access.open(5)).toMatchObject({ urls: ['http://192.168.0.7:4000/verifier'] })
    expect(answers()).toBe(true)
  })

  it('counts anew when it is opened again', async () => {
    const { access, listening, pass } = begin()
    await access.open(5)
    await pass(240_000)
    await access.open(5)
    await pass(299_999)

    expect(listening()).toBe(1)
    await pass(1)
    expect(listening()).toBe(0)
  })

  it('listens once, however many open it at the same moment', async () => {
    const { access, listening } = begin()
    await Promise.all([access.open(1), access.open(2), access.open(3)])
    expect(listening()).toBe(1)
    await Promise.all([access.close(), access.close()])

    expect(listening()).toBe(0)
  })
})
