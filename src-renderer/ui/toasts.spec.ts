// Proves docs/contract/window.md, Everywhere: undo.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'
import ToastHost from './ToastHost.vue'
import { useToasts } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const secondsPass = async (seconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await settle()
}
const onScreen = (): readonly string[] => [...document.querySelectorAll('[data-toast] p')].map((p) => p.textContent)

describe('toasts', () => {
  it('hold › sends the call when the countdown ends', async () => {
    const commit = vi.fn()
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', commit })

    await secondsPass(7)
    expect(commit).not.toHaveBeenCalled()
    await secondsPass(1)

    expect(commit).toHaveBeenCalledOnce()
    expect(onScreen()).toEqual([])
  })

  it('hold › never sends the call after Undo', async () => {
    const [commit, undone] = [vi.fn(), vi.fn()]
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', commit, undone })
    await secondsPass(3)

    byRole('button', 'Undo (5 s)').click()
    await secondsPass(20)

    expect(undone).toHaveBeenCalledOnce()
    expect(commit).not.toHaveBeenCalled()
  })

  it('hold › never sends the call when the window goes away', async () => {
    const commit = vi.fn()
    const { unmount } = mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', commit })

    unmount()
    await secondsPass(20)

    expect(commit).not.toHaveBeenCalled()
  })

  it('flush › sends what is held at once, and only once', async () => {
    const commit = vi.fn()
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', commit })

    useToasts().flush()
    useToasts().flush()
    await secondsPass(20)

    expect(commit).toHaveBeenCalledOnce()
  })

  it('show › leaves the screen and stays in the list', async () => {
    mountUi(() => h(ToastHost))
    useToasts().show({ text: 'Item saved' })
    await settle()
    expect(onScreen()).toEqual(['Item saved'])

    await secondsPass(6)

    expect(onScreen()).toEqual([])
    expect(useToasts().toasts.map(({ text }) => text)).toEqual(['Item saved'])
  })

  it('waits while somebody is at a toast', async () => {
    const commit = vi.fn()
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', commit })
    await settle()

    byRole('button', /^Undo/).dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    await secondsPass(20)

    expect(commit).not.toHaveBeenCalled()
  })

  it('counts down again after somebody pointed at a toast that was dismissed', async () => {
    mountUi(() => h(ToastHost))
    useToasts().show({ text: 'Item saved' })
    await settle()
    byRole('button', 'Dismiss').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    byRole('button', 'Dismiss').click()
    await settle()

    useToasts().show({ text: 'Item shared' })
    await secondsPass(6)

    expect(onScreen()).toEqual([])
  })

  it('forgets everything without sending it, when asked to', () => {
    const toasts = useToasts()
    const commit = vi.fn()
    toasts.hold({ text: 'Passport deleted', commit })

    toasts.clear()
    for (let second = 0; second < 20; second++) toasts.tick()

    expect(toasts.toasts).toEqual([])
    expect(commit).not.toHaveBeenCalled()
  })

  it('undo › does the opposite once, also after the toast left the screen, and keeps that it was', async () => {
    const opposite = vi.fn()
    mountUi(() => h(ToastHost))
    const toasts = useToasts()
    toasts.show({ text: 'Passport saved', undo: opposite })
    await secondsPass(20)
    expect(onScreen()).toEqual([])

    expect([toasts.undoLast(), toasts.undoLast()]).toEqual(['Passport saved', undefined])

    expect(opposite).toHaveBeenCalledOnce()
    expect(toasts.toasts.map(({ undone }) => undone)).toEqual([true])
  })

  it('undoLast › begins with the last one, held or done, and passes by what says something only', () => {
    const toasts = useToasts()
    const [opposite, commit] = [vi.fn(), vi.fn()]
    toasts.show({ text: 'Shared', undo: opposite })
    toasts.hold({ text: 'Deleted', commit })
    toasts.show({ text: 'Copied' })

    expect([toasts.undoLast(), toasts.undoLast(), toasts.undoLast()]).toEqual(['Deleted', 'Shared', undefined])

    expect([opposite.mock.calls.length, commit.mock.calls.length]).toEqual([1, 0])
  })

  it('undo › is not offered any more after a lock', () => {
    const opposite = vi.fn()
    useToasts().show({ text: 'Shared', undo: opposite })

    useToasts().clear()

    expect(useToasts().undoLast()).toBeUndefined()
    expect(opposite).not.toHaveBeenCalled()
  })
})
