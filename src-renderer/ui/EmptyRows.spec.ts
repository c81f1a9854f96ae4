// Proves docs/contract/window.md, Everywhere: lists.

import { SearchX } from '@lucide/vue'
import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../i18n/i18n.ts'
import EmptyRows from './EmptyRows.vue'
import { byRole, mountUi } from './testing/mount-ui.ts'

const NONE = { icon: SearchX, title: 'No cranes yet', text: 'Build one.' }

it('offers what can be done where there is nothing, and says why one of it cannot', () => {
  const run = vi.fn()
  const actions = [
    { label: 'Build a crane', icon: SearchX, primary: true, run },
    { label: 'Borrow a crane', icon: SearchX, whyNot: 'The harbour is closed', run },
  ]
  mountUi(() => h(EmptyRows, { ...NONE, actions }))

  byRole('button', 'Build a crane').click()
  expect(byRole('button', 'Borrow a crane').getAttribute('aria-description')).toBe('The harbour is closed')
  byRole('button', 'Borrow a crane').click()
  expect(run).toHaveBeenCalledOnce()
})

it('offers nothing but to clear the filter that hides all of them', () => {
  const onClear = vi.fn()
  const actions = [{ label: 'Build a crane', icon: SearchX, run: vi.fn() }]
  mountUi(() => h(EmptyRows, { ...NONE, actions, noMatch: 'No crane fits', onClear }))

  expect(() => byRole('button', 'Build a crane')).toThrow()
  expect(document.body.textContent).toContain('No crane fits')
  byRole('button', text('ui.clearFilters')).click()
  expect(onClear).toHaveBeenCalledOnce()
})
