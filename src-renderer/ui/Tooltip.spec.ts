import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import IconButton from './IconButton.vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'

const DELAY_MS = 1_000

const shown = (): string | undefined => {
  const id = byRole('button', 'Delete').getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent.trim()
}
async function send(type: string, isPointer = true): Promise<void> {
  byRole('button', 'Delete').dispatchEvent(new (isPointer ? PointerEvent : Event)(type, { bubbles: true }))
  await settle()
}
async function wait(): Promise<void> {
  vi.advanceTimersByTime(DELAY_MS)
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers()
  mountUi(() => h(IconButton, { label: 'Delete', icon: () => h('svg'), shortcut: 'Delete' }))
})
afterEach(() => vi.useRealTimers())

it('a tooltip shows after a while under the pointer, and never if the pointer leaves before', async () => {
  const button = byRole('button', 'Delete')
  await send('pointermove')
  expect(shown()).toBeUndefined()
  await send('pointerleave')
  await wait()
  expect(shown()).toBeUndefined()

  await send('pointermove')
  await wait()
  expect(shown()).toMatch(/^Delete/)
  expect(button.dataset['state']).toBe('delayed-open')
  expect(byRole('button', 'Delete')).toBe(button)
})

it('a tooltip goes with the press that does what it says, and does not come with the focus of the press', async () => {
  await send('pointermove')
  await wait()

  await send('pointerdown')
  expect(shown()).toBeUndefined()
  await send('focus', false)
  expect(shown()).toBeUndefined()
})

it('a tooltip shows at once with the focus of a key, and goes with it', async () => {
  await send('focus', false)
  expect(shown()).toMatch(/^Delete/)

  await send('blur', false)
  expect(shown()).toBeUndefined()
})
