// Proves docs/contract/workbench.md, Calls of the window.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWindowSessions } from './window-sessions.ts'

const LIFETIME_MS = 60_000

function start() {
  let now = 0
  const sessions = createWindowSessions(() => now)
  return {
    sessions,
    advance: (ms: number) => {
      now += ms
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
})

const REFUSED = expect.objectContaining({ code: 'unauthorized' }) as Error

describe('createWindowSessions', () => {
  it('exchanges a code for a token that lets a window in', () => {
    const { sessions } = start()
    const code = sessions.issueCode(undefined)

    const token = sessions.exchangeCode(code)

    expect(sessions.isWindowToken(token)).toBe(true)
    expect(sessions.isWindowToken(code)).toBe(false)
    expect(sessions.isWindowToken('')).toBe(false)
    expect(code).toMatch(/^[\w-]{43}$/)
  })

  it('refuses the second use of a code', () => {
    const { sessions } = start()
    const code = sessions.issueCode(undefined)
    sessions.exchangeCode(code)

    expect(() => sessions.exchangeCode(code)).toThrow(REFUSED)
  })

  it('refuses a wrong code, and the right one still works', () => {
    const { sessions } = start()
    const code = sessions.issueCode(LIFETIME_MS)

    expect(() => sessions.exchangeCode(`${code}x`)).toThrow(REFUSED)
    expect(sessions.isWindowToken(sessions.exchangeCode(code))).toBe(true)
  })

  it('refuses a code that comes too late', () => {
    const { sessions, advance } = start()
    const inTime = sessions.issueCode(LIFETIME_MS)
    const late = sessions.issueCode(LIFETIME_MS)
    advance(LIFETIME_MS)
    expect(sessions.isWindowToken(sessions.exchangeCode(inTime))).toBe(true)
    advance(1)

    expect(() => sessions.exchangeCode(late)).toThrow(REFUSED)
  })

  it('keeps a code without a lifetime until it is used', () => {
    const { sessions, advance } = start()
    const code = sessions.issueCode(undefined)
    advance(30 * 24 * 60 * 60 * 1000)

    expect(sessions.isWindowToken(sessions.exchangeCode(code))).toBe(true)
  })

  it('tells once that a code was used, and nothing about a wrong one', () => {
    const { sessions } = start()
    const over = vi.fn()
    const code = sessions.issueCode(LIFETIME_MS, over)

    expect(() => sessions.exchangeCode(`${code}x`)).toThrow(REFUSED)
    expect(over).not.toHaveBeenCalled()
    sessions.exchangeCode(code)
    expect(() => sessions.exchangeCode(code)).toThrow(REFUSED)

    expect(over).toHaveBeenCalledOnce()
  })

  it('tells once that the time of a code ran out, although nobody asks', () => {
    vi.useFakeTimers()
    const { sessions, advance } = start()
    const over = vi.fn()
    const code = sessions.issueCode(LIFETIME_MS, over)
    vi.advanceTimersByTime(LIFETIME_MS)
    expect(over).not.toHaveBeenCalled()

    advance(LIFETIME_MS + 1)
    vi.advanceTimersByTime(1)
    expect(() => sessions.exchangeCode(code)).toThrow(REFUSED)

    expect(over).toHaveBeenCalledOnce()
  })

  it('ends the oldest window when there are too many', () => {
    const { sessions } = start()
    const tokens = Array.from({ length: 33 }, () => sessions.exchangeCode(sessions.issueCode(undefined)))

    expect(tokens.map((token) => sessions.isWindowToken(token))).toEqual([false, ...Array<boolean>(32).fill(true)])
  })
})
