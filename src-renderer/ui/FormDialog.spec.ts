import { describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { z } from 'zod'
import { text } from '../i18n/i18n.ts'
import FormDialog from './FormDialog.vue'
import { byRole, mountUi, press, settle, type } from './testing/mount-ui.ts'
import TextField from './TextField.vue'
import { useForm } from './use-form.ts'

/** A dialog that asks for a name and answers a key, with the way to let the key come. */
function mountNewKey(props: { readonly holds?: boolean; readonly pinned?: boolean } = {}) {
  const open = ref(true)
  let answer: (key: string) => void = () => undefined
  const form = useForm({
    schema: z.object({ name: z.string().min(1, 'Give it a name') }),
    initial: { name: '' },
    labels: { name: 'Name' },
    submit: () => new Promise<string>((resolve) => (answer = resolve)),
  })
  mountUi(() =>
    h(
      FormDialog<string>,
      {
        form,
        open: open.value,
        'onUpdate:open': (next: boolean) => (open.value = next),
        title: 'New key',
        submitLabel: 'Make key',
        ...props,
      },
      {
        default: () => h(TextField, form.input('name')),
        outcome: ({ outcome }: { outcome: string }) => h('p', `The key is ${outcome}`),
      },
    ),
  )
  const send = async (): Promise<void> => {
    document.querySelector('form')?.requestSubmit()
    await settle()
  }
  return { open, form, send, answer: (key: string) => answer(key) }
}

async function typeName(): Promise<void> {
  await settle()
  type(byRole('textbox', 'Name'), 'Harbour')
  await settle()
}

describe('FormDialog', () => {
  it('says what is wrong, and takes the focus there', async () => {
    const { send } = mountNewKey()
    await settle()

    await send()

    await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('[role=alert]')))
    expect(document.activeElement?.textContent).toContain('Name: Give it a name.')
  })

  it('sends by its button, which belongs to the form', async () => {
    mountNewKey()
    await settle()

    const button = byRole('button', 'Make key')

    expect((button as HTMLButtonElement).form).toBe(document.querySelector('form'))
  })

  it('shows what came of it in place of the form, with one button', async () => {
    const { send, answer } = mountNewKey()
    await typeName()
    await send()

    answer('k-1')
    await settle()

    await vi.waitFor(() => expect(document.body.textContent).toContain('The key is k-1'))
    expect(document.querySelector('form')).toBeNull()
    expect(byRole('button', text('ui.done'))).toBeDefined()
    expect(() => byRole('button', text('ui.cancel'))).toThrow()
  })

  it('forgets what was typed and what came of it, when it closes', async () => {
    const { send, answer, open, form } = mountNewKey()
    await typeName()
    await send()
    answer('k-1')
    await vi.waitFor(() => expect(form.outcome.value).toBe('k-1'))

    open.value = false
    await settle()

    expect(form.outcome.value).toBeUndefined()
    expect(form.values.name).toBe('')
  })

  it('stays open while it sends, where it is told to', async () => {
    const { send, open } = mountNewKey({ holds: true })
    await typeName()
    await send()

    press(document.activeElement ?? document.body, 'Escape')
    await settle()

    expect(open.value).toBe(true)
    expect(byRole('button', text('ui.cancel')).getAttribute('aria-disabled')).toBe('true')
  })

  it('leaves an outcome that must be read to its button', async () => {
    const { send, answer, open, form } = mountNewKey({ pinned: true })
    await typeName()
    await send()
    answer('k-1')
    await vi.waitFor(() => expect(form.outcome.value).toBe('k-1'))

    press(document.activeElement ?? document.body, 'Escape')
    await settle()
    expect(open.value).toBe(true)
    byRole('button', text('ui.done')).click()
    await settle()

    expect(open.value).toBe(false)
  })
})
