import { beforeEach, expect, it } from 'vitest'
import { h, ref } from 'vue'
import Tabs from './Tabs.vue'
import { byRole, mountUi, press, settle } from './testing/mount-ui.ts'

const TABS = ['Mine', 'Theirs', 'All'].map((label) => ({ id: label.toLowerCase(), label, count: 2 }))
const current = ref('mine')
const tab = (label: string): HTMLElement => byRole('tab', `${label}2`)
const state = () => [...document.querySelectorAll('[role=tab]')].map((one) => one.getAttribute('aria-selected'))

beforeEach(() => {
  current.value = 'mine'
  const slots = Object.fromEntries(TABS.map(({ id, label }) => [id, () => `Rows: ${label}`]))
  mountUi(() =>
    h(
      Tabs,
      {
        label: 'Lists',
        tabs: TABS,
        modelValue: current.value,
        'onUpdate:modelValue': (next) => (current.value = next),
      },
      slots,
    ),
  )
})

it('the open tab is the tab stop, and its panel has its name', () => {
  expect([...document.querySelectorAll<HTMLElement>('[role=tab]')].map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  const panel = document.querySelector('[role=tabpanel]')
  expect([panel?.textContent, panel?.getAttribute('aria-labelledby')]).toEqual(['Rows: Mine', tab('Mine').id])
  expect(tab('Mine').getAttribute('aria-controls')).toBe(panel?.id)
})

it.each([
  ['ArrowLeft', 'All'],
  ['ArrowRight', 'Theirs'],
  ['End', 'All'],
  ['Home', 'Mine'],
])('%s goes to %s and opens it', async (key, label) => {
  tab('Mine').focus()
  press(tab('Mine'), key)
  await settle()

  expect(document.activeElement).toBe(tab(label))
  expect(document.querySelector('[role=tabpanel]')?.textContent).toBe(`Rows: ${label}`)
  expect(state()).toEqual(TABS.map((one) => String(one.label === label)))
})

it('a key with Ctrl is none of the tabs', async () => {
  tab('Mine').focus()
  press(tab('Mine'), 'ArrowRight', { ctrlKey: true })
  await settle()

  expect(current.value).toBe('mine')
})

it('a press opens a tab', async () => {
  tab('All').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  await settle()

  expect(current.value).toBe('all')
})
