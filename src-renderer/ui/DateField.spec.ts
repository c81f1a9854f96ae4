// Proves docs/contract/window.md, Everywhere: dates.

import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { i18n, text } from '../i18n/i18n.ts'
import DateField from './DateField.vue'
import DayPicker from './DayPicker.vue'
import { byRole, mountUi, settle, type } from './testing/mount-ui.ts'

afterEach(() => {
  i18n.global.locale.value = 'en'
})

function mountField(
  props: Partial<Pick<InstanceType<typeof DateField>['$props'], 'kind' | 'hideLabel' | 'hint' | 'min' | 'max'>>,
) {
  const value = ref('')
  mountUi(() =>
    h(DateField, {
      label: 'Last day',
      ...props,
      modelValue: value.value,
      'onUpdate:modelValue': (v) => (value.value = v),
    }),
  )
  const field = () => byRole('textbox', 'Last day') as HTMLInputElement
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

it('what is typed is read in the order of the window, and stays where it is no date', async () => {
  i18n.global.locale.value = 'de'
  const { value, field, below } = mountField({})
  expect(field().placeholder).toBe('31.12.2026')

  type(field(), '4.7.2026')
  await settle()
  expect(value.value).toBe('2026-07-04')
  field().dispatchEvent(new FocusEvent('blur'))
  await settle()
  expect(field().value).toBe('04.07.2026')

  type(field(), '31.2.2026')
  field().dispatchEvent(new FocusEvent('blur'))
  await settle()
  expect(value.value).toBe('')
  expect(field().value).toBe('31.2.2026')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(below()).toBe(text('ui.date.wrong', { example: '31.12.2026' }))

  type(field(), '')
  await settle()
  expect(below()).toBeUndefined()
})

it('a month is offered also where a document has something else in the place of a date', async () => {
  mountUi(() => h(DayPicker, { label: 'Last day', day: 'soon', language: 'en', min: 'never' }))
  await settle()

  expect(byRole('button', text('ui.date.today'))).toBeDefined()
  expect(document.querySelectorAll('[data-selected]')).toHaveLength(0)
})

it('a form is not sent with what is no date', async () => {
  const sent = vi.fn<() => void>()
  const send = (event: Event): void => {
    event.preventDefault()
    sent()
  }
  mountUi(() => h('form', { onSubmit: send }, [h(DateField, { label: 'Last day' })]))
  const field = byRole('textbox', 'Last day')

  type(field, 'soon')
  document.querySelector('form')?.requestSubmit()
  await settle()
  expect(sent).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field)

  type(field, '2026-07-04')
  document.querySelector('form')?.requestSubmit()
  expect(sent).toHaveBeenCalledOnce()
})

it('a day is chosen in a month, keeps the time of a moment, and is cleared there', async () => {
  const { value, field } = mountField({ kind: 'moment', min: '2026-07-03', max: '2026-07-30' })
  type(field(), '2026-07-04T09:05')
  const cell = (day: string) => document.querySelector<HTMLElement>(`[data-value="${day}"]`)
  const opened = async () => {
    byRole('button', text('ui.date.choose', { label: 'Last day' })).click()
    await vi.waitFor(() => expect(cell('2026-07-04')).not.toBeNull())
  }
  await opened()
  expect(cell('2026-07-04')?.hasAttribute('data-selected')).toBe(true)
  expect(cell('2026-07-02')?.getAttribute('aria-disabled')).toBe('true')
  expect(cell('2026-07-31')?.getAttribute('aria-disabled')).toBe('true')
  cell('2026-07-11')?.click()
  await settle()
  expect(value.value).toBe('2026-07-11T09:05')
  expect(field().value).toBe('07/11/2026 09:05')

  byRole('button', text('ui.date.choose', { label: 'Last day' })).click()
  await vi.waitFor(() => expect(cell('2026-07-11')).not.toBeNull())
  byRole('button', text('ui.date.clear')).click()
  await settle()
  expect(value.value).toBe('')
  expect(field().value).toBe('')
})

it('no other field takes a day, and none of the browser', () => {
  const others = globSync('**/*.vue', { cwd: 'src-renderer' }).filter((file) =>
    /type="(?:date|time|datetime-local|month)"|'datetime-local'|\? 'date' : 'text'/.test(
      readFileSync(`src-renderer/${file}`, 'utf8'),
    ),
  )

  expect(others).toEqual([])
})
