// Proves docs/contract/vault.md, Time.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createErasureClock } from './erasure-clock.ts'

const DAY = 86_400_000
const START = 1_000 * DAY

/** A computer: its clock can be set, time passes, the program starts, and what was noted stays. */
function computer() {
  let nowMs = START
  let elapsedMs = 0
  let noted: number | undefined
  const readings = { read: () => noted, write: (readingMs: number) => void (noted = readingMs) }
  const clock = { nowMs: () => nowMs, elapsedMs: () => elapsedMs }
  let erasure = createErasureClock(readings, clock)
  return {
    pass(ms: number) {
      nowMs += ms
      elapsedMs += ms
      return erasure.until(nowMs)
    },
    set(ms: number) {
      nowMs += ms
      return erasure.until(nowMs)
    },
    setWhileOff: (ms: number) => void (nowMs += ms),
    start() {
      erasure = createErasureClock(readings, clock)
      return erasure.until(nowMs)
    },
    until: () => erasure.until(nowMs),
    nowMs: () => nowMs,
  }
}

describe('erasure clock', () => {
  it('believes a reading at the next start', () => {
    const one = computer()
    expect(one.until()).toBe(0)
    expect(one.start()).toBe(START)
    one.set(40 * DAY)
    expect(one.until()).toBe(START)
    expect(one.start()).toBe(START + 40 * DAY)
  })

  it('believes a reading after a day of use', () => {
    const one = computer()
    expect(one.pass(DAY - 1)).toBe(0)
    expect(one.pass(1)).toBe(START)
    expect(one.pass(DAY)).toBe(START + DAY)
  })

  it('believes no clock that was wrong for a moment', () => {
    const one = computer()
    one.until()
    expect(one.start()).toBe(START)

    expect([one.set(365 * DAY), one.set(-365 * DAY)]).toEqual([START, START])

    expect([one.start(), one.pass(DAY)]).toEqual([START, START])
  })

  it('believes no clock that was wrong for one start, nor one that is wrong again later', () => {
    const one = computer()
    one.until()
    for (const wrongMs of [365 * DAY, 366 * DAY]) {
      one.setWhileOff(wrongMs)
      expect(one.start()).toBeLessThanOrEqual(START)
      one.setWhileOff(-wrongMs)
      expect(one.start()).toBeLessThanOrEqual(START)
    }
    expect(one.start()).toBe(START)
  })

  it('never is ahead of the clock, nor of what it said before this start or a day of use ago', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 3 * DAY }) }),
      fc.record({ do: fc.constant('set' as const), ms: fc.integer({ min: -500 * DAY, max: 500 * DAY }) }),
      fc.record({ do: fc.constant('start' as const), ms: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const one = computer()
        const seen: { readonly readingMs: number; usedMs: number; starts: number }[] = []
        for (const { do: what, ms } of steps) {
          seen.push({ readingMs: one.nowMs(), usedMs: 0, starts: 0 })
          const until = what === 'start' ? one.start() : one[what](ms)
          for (const reading of seen) {
            if (what === 'pass') reading.usedMs += ms
            if (what === 'start') reading.starts += 1
          }
          const confirmed = seen.filter(({ usedMs, starts }) => starts > 0 || usedMs >= DAY)
          expect(until).toBeLessThanOrEqual(one.nowMs())
          expect(until).toBeLessThanOrEqual(Math.max(0, ...confirmed.map(({ readingMs }) => readingMs)))
        }
      }),
    )
  })

  it('erases less where nothing can be noted', () => {
    const readings = {
      read: () => undefined,
      write: () => {
        throw new Error('the disk is full')
      },
    }
    const erasure = createErasureClock(readings, { nowMs: () => START, elapsedMs: () => 0 })
    expect(erasure.until(START)).toBe(0)
  })
})
