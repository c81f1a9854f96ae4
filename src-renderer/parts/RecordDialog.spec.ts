// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { z } from 'zod'
import { CallError } from '../../shared/contract/caller.ts'
import { text } from '../i18n/i18n.ts'
import { byRole, mountUi, press, settle, type } from '../ui/testing/mount-ui.ts'
import { useToasts } from '../ui/toasts.ts'
import RecordDialog from './RecordDialog.vue'
import type { RecordFields, ValuesOf } from './record-fields.ts'

const fields = {
  label: { label: 'label.name', missing: 'tags.dialog.labelMissing', codes: ['name_taken'] },
  colour: {
    kind: 'select',
    label: 'operator.form.colour',
    options: ['red', 'blue'].map((value) => ({ value, label: value })),
    begins: 'red',
    rule: z.enum(['red', 'blue']),
  },
  note: { label: 'label.description', rows: 2, rule: z.string().max(5, 'is too long'), parameter: 'about' },
  until: { kind: 'date', label: 'label.lastDay', missing: 'ui.typedNameDiffers', shown: isBlue },
  shared: { kind: 'check', label: 'people.compatible' },
} as const satisfies RecordFields

type Typed = ValuesOf<typeof fields>

function isBlue({ colour }: Readonly<Record<string, unknown>>): boolean {
  return colour === 'blue'
}

function mountTag(save: (typed: Typed) => Promise<string>, props: { readonly shows?: boolean; record?: object } = {}) {
  const open = ref(true)
  const saved = vi.fn<(answer: string) => void>()
  mountUi(() =>
    h(
      RecordDialog<typeof fields, Typed, string>,
      {
        open: open.value,
        'onUpdate:open': (next: boolean) => (open.value = next),
        heading: 'tags.dialog.rename',
        values: { tag: 'Harbour' },
        submitLabel: 'tags.dialog.save',
        fields,
        save,
        onSaved: saved,
        done: (answer, { label }) => ({ text: `${label} is ${answer}`, link: null }),
        ...(props.record && { record: props.record }),
      },
      props.shows ? { outcome: ({ outcome }: { outcome: string }) => h('p', `It is ${outcome}`) } : {},
    ),
  )
  return { open, saved }
}

const named = (key: string): HTMLElement => byRole('textbox', text(key))
const select = (): HTMLSelectElement => document.querySelector('select') ?? expect.unreachable()
const problems = (): string => document.querySelector('[role=alert]')?.textContent ?? ''
const errorOf = (field: HTMLElement): string => {
  const [id = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ')
  return document.getElementById(id)?.textContent ?? ''
}

async function send(): Promise<void> {
  document.querySelector('form')?.requestSubmit()
  await settle()
}

async function choose(colour: string): Promise<void> {
  select().value = colour
  select().dispatchEvent(new Event('change'))
  await settle()
}

function refusal(code: string, parameter?: string): CallError {
  return new CallError('tag_create', 422, [
    {
      error: code,
      http_code: 422,
      message: 'must be another one',
      requested_language: 'en',
      message_in_requested_language: true,
      extra_info: parameter === undefined ? {} : { parameter },
    },
  ])
}

const saving = () => vi.fn<(typed: Typed) => Promise<string>>(() => Promise.resolve('t-1'))

describe('RecordDialog', () => {
  it('takes its words from keys, and the focus to the first field', async () => {
    mountTag(saving())
    await settle()

    expect(document.querySelector('[role=dialog]')?.textContent).toContain(
      text('tags.dialog.rename', { tag: 'Harbour' }),
    )
    await vi.waitFor(() => expect(document.activeElement).toBe(named('label.name')))
    expect(named('label.name').getAttribute('aria-required')).toBe('true')
    expect(named('label.description').getAttribute('aria-required')).toBeNull()
  })

  it('says what is missing or against its rule, and sends nothing', async () => {
    const save = saving()
    mountTag(save)
    await settle()
    type(named('label.name'), '  ')
    const note = named('label.description') as HTMLTextAreaElement
    note.value = 'much too long'
    note.dispatchEvent(new Event('input'))

    await send()

    expect(save).not.toHaveBeenCalled()
    expect(errorOf(named('label.name'))).toContain('Must not be empty')
    expect(errorOf(named('label.description'))).toContain('Is too long')
    await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('[role=alert]')))
  })

  it('sends what was typed, closes, and tells it', async () => {
    const save = saving()
    const { open, saved } = mountTag(save)
    await settle()
    type(named('label.name'), ' Quay ')

    await send()

    expect(save).toHaveBeenCalledExactlyOnceWith({ label: 'Quay', colour: 'red', note: '', until: '', shared: false })
    expect(open.value).toBe(false)
    expect(saved).toHaveBeenCalledExactlyOnceWith('t-1')
    expect(useToasts().toasts.map((toast) => toast.text)).toEqual(['Quay is t-1'])
  })

  it('begins with what is there already', async () => {
    mountTag(saving(), { record: { label: 'Pier', note: null, shared: true, colour: 'blue' } })
    await settle()

    expect((named('label.name') as HTMLInputElement).value).toBe('Pier')
    expect((named('label.description') as HTMLInputElement).value).toBe('')
    expect(document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked).toBe(true)
    expect(select().value).toBe('blue')
  })

  it('asks for a field only while it is shown', async () => {
    const save = saving()
    mountTag(save)
    await settle()
    type(named('label.name'), 'Quay')
    expect(document.querySelector('[type=date]')).toBeNull()

    await choose('blue')
    await send()
    expect(save).not.toHaveBeenCalled()
    expect(problems()).toContain(text('label.lastDay'))
    await choose('red')
    await send()

    expect(save).toHaveBeenCalledOnce()
  })

  it('says a refusal at the field that the service names, or that has its code', async () => {
    const save = saving()
    save.mockRejectedValueOnce(refusal('too_long', 'tag.about[0]')).mockRejectedValueOnce(refusal('name_taken'))
    const { open } = mountTag(save)
    await settle()
    type(named('label.name'), 'Quay')

    await send()
    expect(errorOf(named('label.description'))).toContain('Must be another one')
    expect(errorOf(named('label.name'))).toBe('')
    await send()

    expect(errorOf(named('label.name'))).toContain('Must be another one')
    expect(open.value).toBe(true)
  })

  it('says any other refusal above the fields, which keep what was typed', async () => {
    const save = saving()
    save.mockRejectedValueOnce(refusal('wrong_status', 'of_another_thing'))
    const { open, saved } = mountTag(save)
    await settle()
    type(named('label.name'), 'Quay')

    await send()

    expect(problems()).toContain('Must be another one')
    expect(errorOf(named('label.name'))).toBe('')
    expect((named('label.name') as HTMLInputElement).value).toBe('Quay')
    expect(open.value).toBe(true)
    expect(saved).not.toHaveBeenCalled()
  })

  it('sends by Ctrl Enter, also from a text of several lines, and once while it runs', async () => {
    let answer: (id: string) => void = () => undefined
    const save = vi.fn<(typed: Typed) => Promise<string>>(() => new Promise((resolve) => (answer = resolve)))
    const { open } = mountTag(save)
    await settle()
    type(named('label.name'), 'Quay')

    press(named('label.description'), 'Enter', { ctrlKey: true })
    press(named('label.description'), 'Enter', { ctrlKey: true })
    await settle()
    expect(save).toHaveBeenCalledOnce()
    expect(byRole('button', text('tags.dialog.save')).getAttribute('aria-busy')).toBe('true')
    answer('t-1')
    await settle()

    expect(open.value).toBe(false)
  })

  it('shows the answer where there is a place for it, and stays open', async () => {
    const { open, saved } = mountTag(saving(), { shows: true })
    await settle()
    type(named('label.name'), 'Quay')

    await send()

    await vi.waitFor(() => expect(document.body.textContent).toContain('It is t-1'))
    expect(open.value).toBe(true)
    expect(saved).not.toHaveBeenCalled()
  })
})
