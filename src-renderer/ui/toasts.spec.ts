// Proves docs/contract/window.md, Everywhere: undo.

import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text as message } from '../i18n/i18n.ts'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'
import ToastHost from './ToastHost.vue'
import { useToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  setActivePinia(createPinia())
})
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
    useToasts().hold({ text: 'Passport deleted', link: null, commit })

    await secondsPass(7)
    expect(commit).not.toHaveBeenCalled()
    await secondsPass(1)

    expect(commit).toHaveBeenCalledOnce()
    expect(onScreen()).toEqual([])
  })

  it('hold › keeps what takes long on the screen, with progress and a way to end it, until it is done', async () => {
    const [ended, stop] = [Promise.withResolvers<undefined>(), vi.fn()]
    const reached = ref(3)
    const commit = () => ({ progress: () => ({ done: reached.value, of: 10 }), stop, ended: ended.promise })
    mountUi(() => h('div', [h('main', { tabindex: -1 }), h(ToastHost)]))
    useToasts().hold({ text: '10 items deleted', link: null, commit })
    await secondsPass(8)
    expect(onScreen()).toEqual(['10 items deleted']) // most is done before anybody could read its progress
    await secondsPass(30)

    useToasts().dismiss(useToasts().toasts[0]?.id ?? 0)
    await settle()
    const bar = () => byRole('progressbar', '10 items deleted').getAttribute('aria-valuetext')
    expect(bar()).toBe(message('ui.ofMax', { value: 3, max: 10 }))
    reached.value = 4
    await settle()
    expect(bar()).toBe(message('ui.ofMax', { value: 4, max: 10 }))
    byRole('button', message('ui.cancel')).focus()
    byRole('button', message('ui.cancel')).click()
    expect(stop).toHaveBeenCalledOnce()
    ended.resolve(undefined)
    await secondsPass(0)

    expect(document.querySelector('[data-toast]')).toBeNull()
    expect(document.activeElement?.tagName).toBe('MAIN')
    expect(useToasts().toasts.map(({ text }) => text)).toEqual(['10 items deleted'])
  })

  it('hold › never sends the call after Undo', async () => {
    const [commit, undone] = [vi.fn(), vi.fn()]
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', link: null, commit, undone })
    await secondsPass(3)

    byRole('button', message('ui.undoSeconds', { seconds: '5' })).click()
    await secondsPass(20)

    expect(undone).toHaveBeenCalledOnce()
    expect(commit).not.toHaveBeenCalled()
  })

  it('of several the newest stands first and is the one with Undo, as Ctrl Z has it', async () => {
    mountUi(() => h(ToastHost))
    const toasts = useToasts()
    const undone: string[] = []
    for (const text of ['Tag Oslo deleted', 'Passport tagged']) {
      const undo = () => Promise.resolve(void undone.push(text))
      toasts.show({ text, link: null, undo })
    }
    toasts.show({ text: 'Copied', link: null })
    await settle()
    const offers = () => [...document.querySelectorAll('[data-toast]')].map((one) => one.textContent.includes('Undo'))

    expect(onScreen()).toEqual(['Copied', 'Passport tagged', 'Tag Oslo deleted'])
    expect(offers()).toEqual([false, true, false])
    byRole('button', message('ui.undo')).click()
    await settle()

    expect(onScreen()).toEqual(['Copied', 'Tag Oslo deleted'])
    expect(offers()).toEqual([false, true])
    await toasts.undoLast()
    expect(undone).toEqual(['Passport tagged', 'Tag Oslo deleted'])
  })

  it('hold › never sends the call when the window goes away', async () => {
    const commit = vi.fn()
    const { unmount } = mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', link: null, commit })

    unmount()
    await secondsPass(20)

    expect(commit).not.toHaveBeenCalled()
  })

  it('flush › sends what is held at once, and only once', async () => {
    const commit = vi.fn()
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', link: null, commit })

    useToasts().flush()
    useToasts().flush()
    await secondsPass(20)

    expect(commit).toHaveBeenCalledOnce()
  })

  it('show › leaves the screen and stays in the list', async () => {
    mountUi(() => h(ToastHost))
    useToasts().show({ text: 'Item saved', link: null })
    await settle()
    expect(onScreen()).toEqual(['Item saved'])

    await secondsPass(6)

    expect(onScreen()).toEqual([])
    expect(useToasts().toasts.map(({ text }) => text)).toEqual(['Item saved'])
  })

  it('waits while somebody is at a toast', async () => {
    const commit = vi.fn()
    mountUi(() => h(ToastHost))
    useToasts().hold({ text: 'Passport deleted', link: null, commit })
    await settle()

    byRole('button', /^Undo/).dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    await secondsPass(20)

    expect(commit).not.toHaveBeenCalled()
  })

  it('counts down again after somebody pointed at a toast that was dismissed', async () => {
    mountUi(() => h(ToastHost))
    useToasts().show({ text: 'Item saved', link: null })
    await settle()
    byRole('button', message('ui.dismiss')).dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    byRole('button', message('ui.dismiss')).click()
    await settle()

    useToasts().show({ text: 'Item shared', link: null })
    await secondsPass(6)

    expect(onScreen()).toEqual([])
  })

  it('forgets everything without sending it, when asked to', () => {
    const toasts = useToasts()
    const commit = vi.fn()
    toasts.hold({ text: 'Passport deleted', link: null, commit })

    toasts.clear()
    for (let second = 0; second < 20; second++) toasts.tick()

    expect(toasts.toasts).toEqual([])
    expect(commit).not.toHaveBeenCalled()
  })

  it('undo › does the opposite once, also after the toast left the screen, and keeps that it was', async () => {
    const opposite = vi.fn(done)
    mountUi(() => h(ToastHost))
    const toasts = useToasts()
    toasts.show({ text: 'Passport saved', link: null, undo: opposite })
    await secondsPass(20)
    expect(onScreen()).toEqual([])

    expect(await undoAll(2)).toEqual(['Passport saved', undefined])

    expect(opposite).toHaveBeenCalledOnce()
    expect(toasts.toasts.map(({ undone }) => undone)).toEqual([true])
  })

  it('undo › says that it is undone once it is, and begins the next one then', async () => {
    const first = Promise.withResolvers<undefined>()
    const [opposite, earlier] = [vi.fn(() => first.promise), vi.fn(done)]
    const toasts = useToasts()
    toasts.show({ text: 'Shared', link: null, undo: earlier })
    toasts.show({ text: 'Saved', link: null, undo: opposite })

    const undoing = undoAll(2)
    await settle()
    expect(toasts.toasts.map(({ undone, undoing: busy }) => [undone, busy])).toEqual([
      [false, false],
      [false, true],
    ])
    expect(earlier).not.toHaveBeenCalled()
    first.resolve(undefined)

    expect(await undoing).toEqual(['Saved', 'Shared'])
    expect(toasts.toasts.map(({ undone }) => undone)).toEqual([true, true])
  })

  it('undo › that takes long shows progress, which can be cancelled', async () => {
    const stopped = Promise.withResolvers<string | undefined>()
    const stop = vi.fn(() => {
      stopped.resolve('1 of 3 left')
    })
    mountUi(() => h(ToastHost))
    const toasts = useToasts()
    const undo = () => ({ progress: () => ({ done: 1, of: 3 }), stop, ended: stopped.promise })
    toasts.show({ text: 'Shared', link: null, undo })
    const undoing = toasts.undoLast()
    await settle()
    expect(byRole('button', message('ui.undo')).getAttribute('aria-busy')).toBe('true')

    await secondsPass(1)
    expect(byRole('progressbar', 'Undoing: Shared').getAttribute('aria-valuenow')).toBe('1')
    expect(() => byRole('button', message('ui.undo'))).toThrow('no button')
    byRole('button', message('ui.cancel')).click()

    expect(await undoing).toMatchObject({ undone: false })
    expect(stop).toHaveBeenCalledOnce()
    expect(toasts.toasts.map(({ text, tone }) => [text, tone])).toEqual([
      ['Shared', 'neutral'],
      ['1 of 3 left', 'warn'],
    ])
  })

  it('undo › of which the opposite is refused says why, with the way to it, and can be tried again', async () => {
    const opposite = vi.fn(done).mockResolvedValueOnce('Passport stays as it is: It was changed meanwhile.')
    mountUi(() => h(ToastHost))
    const toasts = useToasts()
    toasts.show({ text: 'Licence saved', link: null, undo: done })
    toasts.show({ text: 'Passport saved', link: '/passport', undo: opposite })
    await settle()

    byRole('button', message('ui.undo')).click()
    await settle()

    expect(onScreen()).toEqual(['Passport stays as it is: It was changed meanwhile.', 'Licence saved'])
    expect(toasts.toasts.at(-1)).toMatchObject({ tone: 'bad', link: '/passport' })
    expect(toasts.toasts[1]?.undone).toBe(false)
    expect(await undoAll(2)).toEqual(['Passport saved', 'Licence saved'])
    expect(opposite).toHaveBeenCalledTimes(2)
  })

  it('undoLast › begins with the last one, held or done, and passes by what says something only', async () => {
    const toasts = useToasts()
    const [opposite, commit] = [vi.fn(done), vi.fn()]
    toasts.show({ text: 'Shared', link: null, undo: opposite })
    toasts.hold({ text: 'Deleted', link: null, commit })
    toasts.show({ text: 'Copied', link: null })

    expect(await undoAll(3)).toEqual(['Deleted', 'Shared', undefined])

    expect([opposite.mock.calls.length, commit.mock.calls.length]).toEqual([1, 0])
  })

  it('undo › is not offered any more after a lock, and one that was under way says nothing', async () => {
    const refused = Promise.withResolvers<string>()
    const toasts = useToasts()
    toasts.show({ text: 'Shared', link: null, undo: () => refused.promise })
    const undoing = toasts.undoLast()
    await settle()

    toasts.clear()
    refused.resolve('It is locked.')

    expect(await undoing).toMatchObject({ undone: false })
    expect(toasts.toasts).toEqual([])
    expect(await toasts.undoLast()).toBeUndefined()
  })

  it('keeps the newest 50, and every one that can be undone', () => {
    const toasts = useToasts()
    const commit = vi.fn()
    toasts.show({ text: 'First', link: null })
    toasts.hold({ text: 'Passport deleted', link: null, commit })
    toasts.show({ text: 'Passport shared', link: null, undo: () => Promise.resolve(undefined) })
    for (let number = 1; number <= 60; number++) toasts.show({ text: `${number}`, link: null })

    expect(toasts.toasts.map(({ text }) => text).slice(0, 3)).toEqual(['Passport deleted', 'Passport shared', '11'])
    toasts.flush()
    expect(commit).toHaveBeenCalledOnce()
  })

  it('lead to what they are about', async () => {
    mountUi(() => h(ToastHost))
    useToasts().show({ text: 'Passport saved', link: '/passport' })
    useToasts().show({ text: 'Copied', link: null })
    await settle()

    const links = [...document.querySelectorAll('[data-toast] a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/passport'])
  })
})

const done = (): Promise<string | undefined> => Promise.resolve(undefined)

/** Asks for Undo so many times at once. @returns what was undone */
async function undoAll(times: number): Promise<readonly (string | undefined)[]> {
  const asked = Array.from({ length: times }, () => useToasts().undoLast())
  return (await Promise.all(asked)).map((last) => (last?.undone === true ? last.toast.text : undefined))
}
