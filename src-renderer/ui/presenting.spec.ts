// Proves docs/contract/window.md, Presenting.

import { text as message } from '../i18n/i18n.ts'
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { h } from 'vue'
import DefinitionList from './DefinitionList.vue'
import { enterFullscreen, leaveFullscreen, useAppliedPresenting, usePresenting } from './presenting.ts'
import { mountUi } from './testing/mount-ui.ts'
import ToastHost from './ToastHost.vue'
import { useToasts } from './toasts.ts'

const FACTS = [
  { id: 'issuer', term: 'Issuer', text: 'Harbour Clinic' },
  { id: 'did', term: 'DID', text: 'did:key:z6Mk', mono: true },
]

beforeEach(() => {
  mountUi(
    () => h('div', [h(ToastHost), h(DefinitionList, { items: FACTS })]),
    () => useAppliedPresenting(),
  )
})

const shown = (): string => document.body.textContent

it('leaves out what only keeps house, and ids; nothing of it is lost', async () => {
  const toasts = useToasts()
  toasts.show({ text: 'Copied', link: null })
  toasts.show({ text: 'Refused', link: null, tone: 'bad' })
  toasts.hold({ text: 'Deleted', link: null, commit: () => undefined })
  await flushPromises()
  expect(shown()).toContain('did:key:z6Mk')

  await usePresenting().toggle()
  await flushPromises()
  expect(document.documentElement.hasAttribute('data-presenting')).toBe(true)
  for (const text of ['Refused', 'Deleted', 'Harbour Clinic']) expect(shown()).toContain(text)
  for (const text of [message('ui.copied'), 'did:key:z6Mk']) expect(shown()).not.toContain(text)
  expect(toasts.toasts).toHaveLength(3)

  await usePresenting().toggle()
  await flushPromises()
  expect(document.documentElement.hasAttribute('data-presenting')).toBe(false)
  for (const text of [message('ui.copied'), 'did:key:z6Mk']) expect(shown()).toContain(text)
})

it('ends with the whole screen', async () => {
  await usePresenting().toggle()
  document.dispatchEvent(new Event('fullscreenchange'))
  await flushPromises()
  expect(usePresenting().on).toBe(false)
  expect(document.documentElement.hasAttribute('data-presenting')).toBe(false)
})

it('goes on where it begins while another part of the window is leaving the screen', async () => {
  giveDocumentAScreen()
  await enterFullscreen()

  void leaveFullscreen()
  await usePresenting().toggle()

  expect(usePresenting().on).toBe(true)
  expect(document.fullscreenElement).not.toBeNull()
})

it('goes on where the browser never answers, and still ends with the whole screen', async () => {
  giveDocumentAScreen()
  await enterFullscreen()
  Object.defineProperty(document, 'exitFullscreen', { value: () => new Promise(() => undefined), configurable: true })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  const left = leaveFullscreen()
  const taken = usePresenting().toggle()
  await vi.runAllTimersAsync()
  await Promise.all([left, taken])
  Object.defineProperty(document, 'fullscreenElement', { get: () => null, configurable: true })
  document.dispatchEvent(new Event('fullscreenchange'))

  expect(usePresenting().on).toBe(false)
})

it('says words of what has no name to an audience, and its id to everybody else', async () => {
  const said = () => usePresenting().unnamed('did:key:z6Mk', 'A wallet that is not here')
  expect(said()).toBe('did:key:z6Mk')

  await usePresenting().toggle()

  expect(said()).toBe('A wallet that is not here')
})

/** jsdom has no whole screen: one that takes its time and tells when it has changed. */
function giveDocumentAScreen(): void {
  let holder: Element | null = null
  const change = (to: Element | null) => async (): Promise<void> => {
    await flushPromises()
    holder = to
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  const screen = {
    fullscreenElement: { get: () => holder, configurable: true },
    exitFullscreen: { value: change(null), configurable: true },
  }
  const root = document.documentElement
  Object.defineProperties(document, screen)
  Object.defineProperty(root, 'requestFullscreen', { value: change(root), configurable: true })
  onTestFinished(() => {
    for (const name of Object.keys(screen)) Reflect.deleteProperty(document, name)
    Reflect.deleteProperty(root, 'requestFullscreen')
  })
}
