// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { z } from 'zod'
import { useForm } from './use-form.ts'

const schema = z.object({
  name: z.string().min(1, 'Give it a name'),
  slots: z.array(z.object({ name: z.string().min(1, 'Empty') })),
})
const initial = { name: '', slots: [{ name: 'Number' }] }

class Refused extends Error {}

function aForm(submit: () => Promise<void> = () => Promise.resolve()) {
  const focus = vi.fn()
  const form = useForm({
    schema,
    initial,
    labels: { name: 'Name' },
    summary: ref({ focus }),
    submit,
    failureOf: (error) =>
      error instanceof Refused
        ? { failure: { message: 'Refused' }, fields: [{ path: 'slots.0.name', text: 'Taken' }] }
        : undefined,
  })
  return { form, focus }
}

describe('useForm', () => {
  it('shows the error of a field only once it was left', () => {
    const { form } = aForm()
    expect(form.field('name').error).toBeUndefined()

    form.field('name').onBlur()

    expect(form.field('name').error).toBe('Give it a name.')
    expect(form.summary.value).toEqual([])
  })

  it('lists every error and focuses the summary, when an invalid form is submitted', async () => {
    const submit = vi.fn(() => Promise.resolve())
    const { form, focus } = aForm(submit)

    expect(await form.submit()).toBe(false)

    expect(form.summary.value).toEqual([{ path: 'name', label: 'Name', text: 'Give it a name.' }])
    expect(focus).toHaveBeenCalledOnce()
    expect(submit).not.toHaveBeenCalled()
  })

  it('places an error of the service at its path and keeps what was typed', async () => {
    const { form, focus } = aForm(() => Promise.reject(new Refused()))
    form.values.name = 'Passport'

    expect(await form.submit()).toBe(false)

    expect(form.field('slots.0.name').error).toBe('Taken')
    expect(form.failure.value?.message).toBe('Refused')
    expect(form.values).toEqual({ name: 'Passport', slots: [{ name: 'Number' }] })
    expect(focus).toHaveBeenCalledOnce()
  })

  it('drops an error of the service when its value changes', async () => {
    const { form } = aForm(() => Promise.reject(new Refused()))
    form.values.name = 'Passport'
    await form.submit()

    const [slot] = form.values.slots
    if (slot) slot.name = 'Serial'

    expect(form.field('slots.0.name').error).toBeUndefined()
  })

  it('passes on an error it cannot read, and can be submitted again', async () => {
    const { form } = aForm(() => Promise.reject(new TypeError('bug')))
    form.values.name = 'Passport'

    await expect(form.submit()).rejects.toThrow('bug')

    expect(form.submitting.value).toBe(false)
    expect(form.values.name).toBe('Passport')
  })

  it('sends once, when submit is pressed twice', async () => {
    const submit = vi.fn(() => Promise.resolve())
    const { form } = aForm(submit)
    form.values.name = 'Passport'

    await Promise.all([form.submit(), form.submit()])

    expect(submit).toHaveBeenCalledOnce()
  })

  it('is dirty after a change, and not after it was saved', async () => {
    const { form } = aForm()
    form.values.name = 'Passport'
    expect(form.dirty.value).toBe(true)

    await form.submit()

    expect(form.dirty.value).toBe(false)
  })

  it('shows what came of it, and forgets what was typed', async () => {
    const form = aSecretForm(() => Promise.resolve('the key'))
    form.values.name = 'Passport'

    await form.submit()

    expect(form.outcome.value).toBe('the key')
    expect(form.values.name).toBe('')
  })

  it('drops what came of it, when it was reset meanwhile', async () => {
    let answer: (key: string) => void = () => undefined
    const form = aSecretForm(() => new Promise((resolve) => (answer = resolve)))
    form.values.name = 'Passport'
    const sent = form.submit()

    form.reset()
    answer('the key')
    await sent

    expect(form.outcome.value).toBeUndefined()
  })

  it('begins with what holds when it is reset', () => {
    const name = ref('Passport')
    const form = useForm({ schema, initial: () => ({ name: name.value, slots: [] }), submit: () => undefined })
    name.value = 'Licence'

    form.reset()

    expect(form.values.name).toBe('Licence')
    expect(form.dirty.value).toBe(false)
  })
})

const aSecretForm = (submit: () => Promise<string>) => useForm({ schema, initial, submit })
