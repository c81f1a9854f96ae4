// Proves docs/contract/window.md, Everywhere: lists.

import { FileQuestionMark } from '@lucide/vue'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref, shallowRef } from 'vue'
import { text } from '../i18n/i18n.ts'
import { byRole, mountUi, press, settle } from '../ui/testing/mount-ui.ts'
import type { MissingDetail } from './ListDetail.vue'
import ListDetail from './ListDetail.vue'

beforeEach(() => localStorage.clear())

async function mountPane(isOpened = true) {
  const opened = ref(isOpened)
  const missing = shallowRef<MissingDetail>()
  const [focus, retry, close] = [vi.fn(), vi.fn(), vi.fn(() => (opened.value = false))]
  mountUi(() =>
    h(
      ListDetail,
      {
        split: { name: 'things-width', label: 'Detail width', size: 400, min: 300 },
        label: 'Things',
        detailLabel: 'Thing',
        opened: opened.value,
        view: { focus },
        missing: missing.value,
        onClose: close,
        onRetry: retry,
      },
      { list: () => h('p', 'the list'), detail: () => [h('button', 'Edit'), h('input', { 'aria-label': 'Name' })] },
    ),
  )
  await settle()
  return { opened, missing, focus, retry, close }
}

const pane = (label: string): Element | null => document.querySelector(`section[aria-label="${label}"]`)

describe('ListDetail', () => {
  it('shows the list alone until something is open', async () => {
    const { opened } = await mountPane(false)
    expect(pane('Thing')).toBeNull()

    opened.value = true
    await settle()

    expect(pane('Thing')?.textContent).toContain('Edit')
    expect(pane('Things')?.textContent).toBe('the list')
    expect(byRole('separator', 'Detail width')).toBeDefined()
  })

  it('closes with Escape and gives the focus back to the list', async () => {
    const { close, focus } = await mountPane()
    const edit = byRole('button', 'Edit')
    edit.focus()

    press(edit, 'Escape')
    await settle()

    expect(close).toHaveBeenCalledOnce()
    expect(focus).toHaveBeenCalledOnce()
    expect(pane('Thing')).toBeNull()
  })

  it('leaves Escape to a field, and the focus to where it went meanwhile', async () => {
    const { opened, close, focus } = await mountPane()
    const field = byRole('textbox', 'Name')
    field.focus()
    press(field, 'Escape')
    expect(close).not.toHaveBeenCalled()

    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    opened.value = false
    await settle()

    expect(focus).not.toHaveBeenCalled()
  })

  it('says why there is no detail', async () => {
    const { missing, retry, close } = await mountPane()

    missing.value = 'reading'
    await vi.waitFor(() => expect(pane('Thing')?.textContent).toContain(text('ui.loading')))
    missing.value = { message: 'It could not be read.' }
    await settle()
    byRole('button', text('ui.retry')).click()
    expect(retry).toHaveBeenCalledOnce()
    missing.value = { icon: FileQuestionMark, title: 'It is gone', text: 'Somebody removed it.' }
    await settle()
    expect(pane('Thing')?.textContent).toContain('It is gone')
    byRole('button', text('ui.close')).click()

    expect(close).toHaveBeenCalledOnce()
  })
})
