// Proves docs/contract/window.md, Items.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import RevealValue from './RevealValue.vue'
import { byRole, mountUi, settle } from './testing/mount-ui.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function mountValue({ parentDrops = true } = {}) {
  const value = ref<string>()
  const copied = vi.fn()
  const { wrapper } = mountUi(() =>
    h(RevealValue, {
      label: 'Number',
      value: value.value,
      onReveal: () => (value.value = 'X1234567'),
      onHide: () => parentDrops && (value.value = undefined),
      onCopy: copied,
    }),
  )
  return { wrapper, value, copied }
}

describe('RevealValue', () => {
  it('asks its parent for the value and shows it', async () => {
    const { wrapper } = mountValue()
    expect(wrapper.text()).not.toContain('X1234567')

    byRole('button', text('ui.reveal', { label: 'Number' })).click()
    await settle()

    expect(wrapper.text()).toContain('X1234567')
  })

  it('hides after 30 seconds and tells the parent to drop the value', async () => {
    const { wrapper, value } = mountValue()
    byRole('button', text('ui.reveal', { label: 'Number' })).click()
    await settle()

    await vi.advanceTimersByTimeAsync(29_000)
    expect(wrapper.text()).toContain('X1234567')
    await vi.advanceTimersByTimeAsync(1_000)

    expect(wrapper.text()).not.toContain('X1234567')
    expect(value.value).toBeUndefined()
  })

  it('covers the value at once, even if the parent keeps it', async () => {
    const { wrapper } = mountValue({ parentDrops: false })
    byRole('button', text('ui.reveal', { label: 'Number' })).click()
    await settle()

    byRole('button', text('ui.hideValue', { label: 'Number' })).click()
    await settle()

    expect(wrapper.text()).not.toContain('X1234567')
  })

  it('marks digits by their weight', async () => {
    mountValue()
    byRole('button', text('ui.reveal', { label: 'Number' })).click()
    await settle()

    const bold = [...document.querySelectorAll('.font-mono .font-semibold')].map(({ textContent }) => textContent)

    expect(bold).toEqual(['1234567'])
  })

  it('shows every character large with its place, until it is hidden', async () => {
    mountValue()
    byRole('button', text('ui.reveal', { label: 'Number' })).click()
    await settle()
    byRole('button', text('ui.showValueLarge', { label: 'Number' })).click()
    await settle()
    const places = [...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent.trim())

    expect(places).toEqual(['X1', '12', '23', '34', '45', '56', '67', '78'])

    await vi.advanceTimersByTimeAsync(30_000)
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('copies without showing', async () => {
    const { wrapper, copied } = mountValue()

    byRole('button', text('ui.copyValue', { label: 'Number' })).click()
    await settle()

    expect(copied).toHaveBeenCalledOnce()
    expect(wrapper.text()).not.toContain('X1234567')
  })
})
