// Proves docs/contract/workbench.md, Workspaces: locking.

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import { IDLE_MINUTES, NO_LOCKS, PROTECTED_LOCKS } from '../../../shared/contract/workbench-locks.ts'
import { createIdleLock, elapse } from './idle-lock.ts'

const MINUTE_MS = 60_000
const START_MS = Date.parse('2026-01-01T00:00:00.000Z')

/** An open workspace and the time. `pass` looks each second, as the program does. */
function watched(changes: Partial<LockSettings> = {}) {
  const settings = { ...PROTECTED_LOCKS, ...changes }
  let nowMs = START_MS
  let isOpen = true
  const warnings: (string | undefined)[] = []
  const idle = createIdleLock({
    clock: { nowMs: () => nowMs },
    settings: () => (isOpen ? settings : undefined),
    lock: () => (isOpen = false),
    onWarning: () => warnings.push(idle.locksAt()),
  })
  const leap = (ms: number): void => void (nowMs += ms)
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      leap(1_000)
      idle.look()
    }
  }
  return {
    idle,
    warnings,
    isOpen: () => isOpen,
    leap,
    pass,
  }
}

describe('createIdleLock', () => {
  it('locks when nobody gave a sign for so many minutes, and not before', () => {
    const { pass, isOpen } = watched()

    pass(15 * MINUTE_MS - 1_000)
    expect(isOpen()).toBe(true)
    pass(1_000)
    expect(isOpen()).toBe(false)
  })

  it('says a minute before when it will lock, once', () => {
    const { pass, idle, warnings } = watched({ idle_minutes: 5 })

    pass(4 * MINUTE_MS - 1_000)
    expect(idle.locksAt()).toBeUndefined()
    pass(30_000)
    expect(idle.locksAt()).toBe('2026-01-01T00:05:00.000Z')
    expect(warnings).toEqual(['2026-01-01T00:05:00.000Z'])
  })

  it('begins anew with a sign, and takes back what it said', () => {
    const { pass, idle, warnings, isOpen } = watched({ idle_minutes: 5 })
    pass(4.5 * MINUTE_MS)

    idle.noteActivity()

    expect(warnings).toEqual(['2026-01-01T00:05:00.000Z', undefined])
    pass(5 * MINUTE_MS - 1_000)
    expect(isOpen()).toBe(true)
    pass(1_000)
    expect(isOpen()).toBe(false)
  })

  it('notices a sleep by the leap of the clock, before the first sign after it counts', () => {
    const { leap, idle, isOpen } = watched()

    leap(2 * MINUTE_MS)
    idle.noteActivity()

    expect(isOpen()).toBe(false)
  })

  it('counts a sleep as time without a sign where sleeping itself does not lock', () => {
    const { leap, idle, isOpen } = watched({ on_sleep: false })
    leap(14 * MINUTE_MS)
    idle.noteActivity()
    expect(isOpen()).toBe(true)

    leap(15 * MINUTE_MS)
    idle.noteActivity()
    expect(isOpen()).toBe(false)
  })

  it('takes nothing off the time without a sign when the clock is set back', () => {
    const { pass, leap, isOpen } = watched()
    pass(14 * MINUTE_MS)

    leap(-600 * MINUTE_MS)
    pass(2 * MINUTE_MS)

    expect(isOpen()).toBe(false)
  })

  it.each([
    ['sleeps', { on_screen_lock: false }, false],
    ['sleeps', { on_sleep: false }, true],
    ['locks_screen', { on_sleep: false }, false],
    ['locks_screen', { on_screen_lock: false }, true],
  ] as const)('the computer %s with %o: open %s', (what, settings, staysOpen) => {
    const { idle, isOpen } = watched(settings)

    idle.noteComputer(what)

    expect(isOpen()).toBe(staysOpen)
  })

  it('never locks a workspace where all of it is off', () => {
    const { pass, leap, idle, isOpen } = watched(NO_LOCKS)

    pass(2 * 60 * MINUTE_MS)
    leap(24 * 60 * MINUTE_MS)
    idle.look()
    idle.noteComputer('sleeps')
    idle.noteComputer('locks_screen')

    expect(isOpen()).toBe(true)
  })

  it('looks by itself while a workspace is open', () => {
    vi.useFakeTimers()
    try {
      const { idle, leap, isOpen } = watched()
      idle.begin()
      leap(20 * MINUTE_MS)
      expect(isOpen()).toBe(true)
      vi.advanceTimersByTime(1_000)
      expect(isOpen()).toBe(false)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('elapse', () => {
  it('locks after the same time awake, however the clock is set back meanwhile', () => {
    const forward = fc.integer({ min: 0, max: 29_000 })
    const back = fc.integer({ min: -3_600_000, max: -1 })
    const steps = fc.array(fc.oneof({ arbitrary: forward, weight: 9 }, back), { minLength: 40, maxLength: 200 })
    fc.assert(
      fc.property(steps, fc.constantFrom(...IDLE_MINUTES), (steps, idle_minutes) => {
        const settings = { ...PROTECTED_LOCKS, idle_minutes }
        let idle = { idleMs: 0, seenMs: START_MS }
        for (const step of steps) idle = elapse(idle, settings, idle.seenMs + step).idle
        const ahead = steps.filter((step) => step > 0).reduce((sum, step) => sum + step, 0)

        expect(elapse(idle, settings, idle.seenMs).mustLock).toBe(ahead >= idle_minutes * MINUTE_MS)
      }),
    )
  })
})
