// Proves docs/contract/keystore.md, SRP login.

import { describe, expect, it } from 'vitest'
import type { FailedAttemptStore } from './attempt-limiter.ts'
import { createAttemptLimiter } from './attempt-limiter.ts'

const WINDOW_MS = 60_000
const DISK_FULL = new Error('the disk is full')
const EXHAUSTED = expect.objectContaining({ code: 'too_many_requests' }) as Error

/** A store in memory that can be made to fail, as a full disk does. */
function aStore() {
  const rows: { readonly key: string; readonly atMs: number }[] = []
  const state = { isFull: false }
  const store: FailedAttemptStore = {
    failuresWithin: (key, afterMs, untilMs) =>
      rows.filter((row) => row.key === key && row.atMs > afterMs && row.atMs <= untilMs).map(({ atMs }) => atMs),
    add(key, timesMs) {
      if (state.isFull) throw DISK_FULL
      rows.push(...timesMs.map((atMs) => ({ key, atMs })))
    },
  }
  return { store, rows, state }
}

/** Three failures a minute; wall clock and time that passes move apart. */
function aLimiter(given: ReturnType<typeof aStore> = aStore()) {
  const time = { nowMs: 10_000_000, elapsedMs: 5_000 }
  const limiter = createAttemptLimiter(given.store, {
    name: 'test',
    limit: 3,
    windowMs: WINDOW_MS,
    elapsedMs: () => time.elapsedMs,
  })
  return {
    ...given,
    time,
    pass: (ms: number) => {
      time.nowMs += ms
      time.elapsedMs += ms
    },
    refuse: (key = 'ada') => limiter.refuseWhenExhausted(key, time.nowMs),
    fail: (key = 'ada', of?: { readonly isKnown: boolean }) => limiter.recordFailure(key, time.nowMs, of),
    storeFailures: (key = 'ada') => limiter.storeFailures(key, time.nowMs),
  }
}

describe('attempt limiter', () => {
  it('refuses after the limit, under that key alone, until the oldest failure leaves the window', () => {
    const { fail, refuse, pass } = aLimiter()
    fail()
    pass(10_000)
    fail()
    refuse()
    fail()
    expect(() => refuse()).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 50 }) as Error,
    )
    refuse('bob')
    pass(50_000 - 1)
    expect(() => refuse()).toThrow(EXHAUSTED)
    pass(1)
    refuse()
  })

  it('counts in the store over a restart', () => {
    const before = aLimiter()
    for (let count = 0; count < 3; count += 1) before.fail()
    const after = aLimiter(before)
    expect(() => after.refuse()).toThrow(EXHAUSTED)
  })

  it('counts what does not exist alike, and writes it under one key that nothing else has', () => {
    const { fail, refuse, rows } = aLimiter()
    for (const key of ['nobody', 'nobody', 'nobody', 'no one']) fail(key, { isKnown: false })
    expect(() => refuse('nobody')).toThrow(EXHAUSTED)
    refuse('no one')
    expect(rows.map(({ key }) => key)).toEqual(['test:', 'test:', 'test:', 'test:'])
  })

  it('forgets the oldest of very many keys, which the store still knows where they exist', () => {
    const { fail, refuse } = aLimiter()
    for (let count = 0; count < 3; count += 1) fail('ada')
    for (let count = 0; count < 3; count += 1) fail('nobody', { isKnown: false })
    for (let count = 0; count < 16_384; count += 1) fail(`name ${count}`, { isKnown: false })
    refuse('nobody')
    expect(() => refuse('ada')).toThrow(EXHAUSTED)
  })

  it('counts in memory when nothing can be written, and says that it could not', () => {
    const { fail, refuse, state, rows } = aLimiter()
    state.isFull = true
    for (let count = 0; count < 3; count += 1) {
      refuse()
      expect(() => fail()).toThrow(DISK_FULL)
    }
    expect(() => refuse()).toThrow(EXHAUSTED)
    expect(rows).toEqual([])
  })

  it('writes what it could not write before as soon as it can, once', () => {
    const { fail, storeFailures, state, rows, time } = aLimiter()
    storeFailures()
    state.isFull = true
    expect(() => fail()).toThrow(DISK_FULL)
    expect(() => storeFailures()).toThrow(DISK_FULL)
    storeFailures('bob')
    state.isFull = false
    fail()
    storeFailures()
    expect(rows).toEqual([1, 2].map(() => ({ key: 'test:ada', atMs: time.nowMs })))
  })

  it('locks nobody out by failures later than now: the clock was wrong and was corrected', () => {
    const wrong = aLimiter()
    for (let count = 0; count < 3; count += 1) wrong.fail()
    const corrected = aLimiter(wrong)
    corrected.time.nowMs -= 365 * 24 * 60 * 60 * 1000
    corrected.refuse()
  })

  it.each([-86_400_000, 86_400_000])('holds while it runs, whatever is done to the wall clock: %i ms', (ms) => {
    const { fail, refuse, time, pass } = aLimiter()
    for (let count = 0; count < 3; count += 1) fail()
    time.nowMs += ms
    expect(() => refuse()).toThrow(EXHAUSTED)
    pass(WINDOW_MS)
    refuse()
  })
})
