// Proves docs/contract/window.md, Locking.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, askedFor, aStatus, resetBridge } from './testing/fake-bridge.ts'
import { mountSetupIn } from './testing/mount-window.ts'
import { useActivity } from './use-activity.ts'
import { useWorkbenchStore } from './workbench-store.ts'

const told = () => askedFor('activityNote').length
const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

async function inWindow(status = aStatus('open')) {
  answer('statusGet', () => status)
  await mountSetupIn([], () => {
    useActivity()
    return true
  })
}

beforeEach(() => {
  resetBridge()
  answer('usersGet', () => ({ users: [] }))
  answer('activityNote', () => undefined)
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('useActivity', () => {
  it('tells the first sign at once, and what follows now and then', async () => {
    await inWindow()

    press()
    expect(told()).toBe(1)
    for (const sign of ['pointerdown', 'wheel']) window.dispatchEvent(new Event(sign))
    await vi.advanceTimersByTimeAsync(14_000)
    expect(told()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(told()).toBe(2)
  })

  it('tells every sign while the workspace is about to lock', async () => {
    await inWindow()
    press()
    useWorkbenchStore().setStatus({ ...aStatus('open'), locks_at: '2026-11-01T08:00:00.000Z' })

    press()

    expect(told()).toBe(2)
  })

  it('takes a pointer that only moves for no sign, and tells nothing of a locked workspace', async () => {
    await inWindow()
    window.dispatchEvent(new Event('pointermove'))
    useWorkbenchStore().setStatus(aStatus('locked'))
    press()

    expect(told()).toBe(0)
  })

  it('goes on when nobody answers', async () => {
    await inWindow()
    answer('activityNote', () => {
      throw new TypeError('no answer')
    })

    press()
    await vi.advanceTimersByTimeAsync(20_000)
    press()

    expect(told()).toBe(2)
  })
})
