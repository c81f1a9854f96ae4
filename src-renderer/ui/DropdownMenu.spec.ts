import { expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import DropdownMenu from './DropdownMenu.vue'
import Popover from './Popover.vue'
import { byRole, mountUi, press, settle } from './testing/mount-ui.ts'

const trigger = () => h('button', 'Columns')
const items = [{ id: 'one', label: 'Name' }]

it('DropdownMenu, Popover › mount their layer when the button is pointed at, and not before', async () => {
  for (const draw of [
    () => h(DropdownMenu, { items }, { trigger }),
    () => h(Popover, { label: 'x' }, { trigger, default: () => 'x' }),
  ]) {
    const { wrapper } = mountUi(draw)
    const closed = wrapper.findAllComponents({ name: 'PopperRoot' }).length

    byRole('button', 'Columns').dispatchEvent(new Event('pointerenter'))
    await settle()

    expect([closed, wrapper.findAllComponents({ name: 'PopperRoot' }).length]).toEqual([0, 1])
  }
})

it('DropdownMenu › at a point is mounted when it opens, takes the focus and gives it back', async () => {
  const open = ref(false)
  const { wrapper } = mountUi(() =>
    h('div', [
      h('button', 'Row'),
      h(DropdownMenu, {
        items,
        at: { x: 1, y: 1 },
        label: 'Row',
        open: open.value,
        'onUpdate:open': (now) => (open.value = now),
      }),
    ]),
  )
  const row = byRole('button', 'Row')
  row.focus()
  expect(wrapper.findAllComponents({ name: 'PopperRoot' })).toEqual([])

  open.value = true
  await settle()
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=menu]')).not.toBeNull())
  press(document.activeElement ?? row, 'Escape')
  await settle()
  await vi.waitFor(() => expect(document.activeElement).toBe(row))
  expect(document.querySelector('[role=menu]')).toBeNull()
})

it('DropdownMenu › names its button, opens by click and arrow, and gives the focus back', async () => {
  mountUi(() => h(DropdownMenu, { items }, { trigger }))
  const button = byRole('button', 'Columns')
  expect(button.getAttribute('aria-haspopup')).toBe('menu')

  button.click()
  await settle()
  const menu = document.querySelector('[role=menu]')
  expect([menu?.getAttribute('aria-labelledby'), menu?.id]).toEqual([button.id, button.getAttribute('aria-controls')])
  expect(button.getAttribute('aria-expanded')).toBe('true')
  press(menu ?? button, 'Escape')
  await settle()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.querySelector('[role=menu]')).toBeNull()
  expect(document.activeElement).toBe(button)

  press(button, 'ArrowDown')
  await settle()
  expect(document.querySelector('[role=menu]')).not.toBeNull()
})
