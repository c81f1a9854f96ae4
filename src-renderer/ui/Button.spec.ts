// Proves docs/contract/window.md, Acting for others.

import { Trash2 } from '@lucide/vue'
import { h } from 'vue'
import { expect, it, vi } from 'vitest'
import Button from './Button.vue'
import DropdownMenu from './DropdownMenu.vue'
import IconButton from './IconButton.vue'
import { byRole, mountUi, press, settle } from './testing/mount-ui.ts'

const WHY_NOT = 'As reader you may only look'
const run = vi.fn<() => void>()

it.each([
  {
    kind: 'button',
    shown: WHY_NOT,
    render: (whyNot?: string) => h(Button, { whyNot, onClick: run }, () => 'Delete'),
  },
  {
    kind: 'button that leads somewhere',
    shown: WHY_NOT,
    render: (whyNot?: string) => h(Button, { whyNot, to: '/deleted', onClick: run }, () => 'Delete'),
  },
  {
    kind: 'button with an icon alone',
    shown: `Delete: ${WHY_NOT}`,
    render: (whyNot?: string) => h(IconButton, { whyNot, label: 'Delete', icon: Trash2, onClick: run }),
  },
])('a $kind says on focus why it cannot be used, and goes on saying it', async ({ shown, render }) => {
  run.mockClear()
  const { router } = mountUi(() => render(WHY_NOT))
  const button = byRole('button', 'Delete')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBe(WHY_NOT)

  button.focus()
  await settle()
  expect(document.activeElement).toBe(button)
  const describing = (): HTMLElement | null => document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(describing()?.textContent.trim()).toBe(shown)

  button.click()
  await settle()
  expect(run).not.toHaveBeenCalled()
  expect(router.currentRoute.value.path).toBe('/')
  expect(describing()?.textContent.trim()).toBe(shown)
})

it('an entry of a menu that cannot be chosen is reached with the arrows and does nothing', async () => {
  run.mockClear()
  const items = [{ id: 'delete', label: 'Delete', whyNot: WHY_NOT, run }]
  mountUi(() => h(DropdownMenu, { items }, { trigger: () => h(Button, () => 'More') }))
  byRole('button', 'More').click()
  await settle()
  const entry = byRole('menuitem', `Delete${WHY_NOT}`)

  press(document.activeElement ?? document.body, 'ArrowDown')
  await vi.waitFor(() => expect(document.activeElement).toBe(entry))
  press(entry, 'Enter')
  await settle()

  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(run).not.toHaveBeenCalled()
  expect(entry.isConnected).toBe(true)
})

it('a button with a hint says it on focus, and can be used', async () => {
  run.mockClear()
  mountUi(() => h(Button, { hint: '2 of 3', onClick: run }, () => 'Share'))
  const button = byRole('button', 'Share')

  button.focus()
  await settle()
  button.click()

  expect(button.getAttribute('aria-description')).toBe('2 of 3')
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(document.body.textContent).toContain('2 of 3')
  expect(run).toHaveBeenCalledOnce()
})
