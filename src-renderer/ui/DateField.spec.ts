// Proves docs/contract/window.md, Everywhere: dates.

import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { h, ref } from 'vue'
import { i18n } from '../i18n/i18n.ts'
import DateField from './DateField.vue'
import { byRole, mountUi, settle, type } from './testing/mount-ui.ts'

afterEach(() => {
  i18n.global.locale.value = 'en'
})

function mountField(props: { readonly kind?: 'day' | 'moment'; readonly hideLabel?: boolean; readonly hint?: string }) {
  const value = ref('')
  mountUi(() =>
    h(DateField, {
      label: 'Last day',
      ...props,
      modelValue: value.value,
      'onUpdate:modelValue': (v) => (value.value = v),
    }),
  )
  const field = () => byRole('textbox', 'Last day')
  const below = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent
  return { value, field, below }
}

it('a day that was chosen is written out in the language of the window', async () => {
  const { value, field, below } = mountField({ hint: 'Until it ends.' })
  expect(below()).toBe('Until it ends.')

  type(field(), '2026-07-04')
  await settle()
  expect(value.value).toBe('2026-07-04')
  expect(below()).toBe('Saturday, July 4, 2026 · Until it ends.')
  i18n.global.locale.value = 'de'
  await settle()

  expect(below()).toBe('Samstag, 4. Juli 2026 · Until it ends.')
})

it('a moment has its time, and what is no day yet is not written out', async () => {
  const { value, below } = mountField({ kind: 'moment' })
  value.value = '2026-07-04T09:05'
  await settle()
  expect(below()).toMatch(/^Saturday, July 4, 2026.* 09:05$/)

  value.value = ''
  await settle()

  expect(below()).toBeUndefined()
})

it('in a bar of filters it is written out on hover', async () => {
  const { value, field, below } = mountField({ hideLabel: true })
  value.value = '2026-07-04'
  await settle()

  expect(below()).toBeUndefined()
  expect(field().title).toBe('Saturday, July 4, 2026')
})

it('no other field takes a day', () => {
  const others = globSync('**/*.vue', { cwd: 'src-renderer' }).filter((file) =>
    /type="(?:date|time|datetime-local|month)"|'datetime-local'|\? 'date' : 'text'/.test(
      readFileSync(`src-renderer/${file}`, 'utf8'),
    ),
  )

  expect(others).toEqual(['ui/DateField.vue'])
})
