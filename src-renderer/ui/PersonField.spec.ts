// Proves docs/contract/window.md, Everywhere: search.

import { expect, it } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import PersonField from './PersonField.vue'
import { byRole, giveSizes, mountUi, press, settle, type } from './testing/mount-ui.ts'

const PEOPLE = Array.from({ length: 500 }, (_, number) => ({ value: `id-${number}`, label: `Ada Lovelace ${number}` }))

function mountField() {
  giveSizes()
  const chosen = ref('')
  const left = ref(0)
  mountUi(() =>
    h(PersonField, {
      label: 'Delegate',
      placeholder: 'Choose',
      options: PEOPLE,
      modelValue: chosen.value,
      'onUpdate:modelValue': (next: string) => (chosen.value = next),
      onBlur: () => (left.value += 1),
    }),
  )
  return { chosen, left }
}

const button = (): HTMLElement => byRole('combobox', 'Delegate')
const search = (): HTMLElement => byRole('combobox', text('ui.findPerson'))

it('finds one of 500 people by words in any order, and takes the best one with Enter', async () => {
  const { chosen, left } = mountField()
  expect(button().textContent).toContain('Choose')

  press(button(), 'ArrowDown')
  await settle()
  expect(document.activeElement).toBe(search())
  expect(left.value).toBe(0)

  type(search(), '417 ada')
  await settle()
  expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['Ada', '417'])
  press(search(), 'Enter')
  await settle()

  expect(chosen.value).toBe('id-417')
  expect(button().textContent).toContain('Ada Lovelace 417')
  expect(document.querySelector('[role=listbox]')).toBeNull()
  expect(left.value).toBe(1)
})

it('begins with who is chosen, else with the first, and keeps the choice when its list is closed', async () => {
  const { chosen } = mountField()
  for (const keys of [['Enter'], ['ArrowDown', 'Enter'], ['Enter'], ['ArrowDown', 'Escape']]) {
    press(button(), 'ArrowDown')
    await settle()
    for (const key of keys) press(search(), key)
    await settle()
  }

  expect(chosen.value).toBe('id-1')
  expect(button().getAttribute('aria-expanded')).toBe('false')
})
