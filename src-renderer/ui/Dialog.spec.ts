// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import ConfirmDialog from './ConfirmDialog.vue'
import Dialog from './Dialog.vue'
import { byRole, mountUi, press, settle, type } from './testing/mount-ui.ts'
import TextField from './TextField.vue'

function mountDialog(pinned = false) {
  const open = ref(false)
  mountUi(
    () =>
      [
        h('button', { onClick: () => (open.value = true) }, 'Share item'),
        h(
          Dialog,
          {
            open: open.value,
            'onUpdate:open': (next: boolean) => (open.value = next),
            title: 'Share Passport',
            pinned,
          },
          { default: () => h(TextField, { label: 'Name of the share' }) },
        ),
      ] as never,
  )
  return open
}

async function openFrom(opener: HTMLElement): Promise<void> {
  opener.focus()
  opener.click()
  await settle()
  await new Promise((resolve) => setTimeout(resolve))
}

describe('Dialog', () => {
  it('starts in the first field', async () => {
    mountDialog()

    await openFrom(byRole('button', 'Share item'))

    expect(document.activeElement).toBe(byRole('textbox', 'Name of the share'))
  })

  it('gives the focus back to what opened it, when Esc closes it', async () => {
    const open = mountDialog()
    const opener = byRole('button', 'Share item')
    await openFrom(opener)

    press(document.activeElement ?? document.body, 'Escape')
    await vi.waitFor(() => expect(document.activeElement).toBe(opener))

    expect(open.value).toBe(false)
  })

  it('stays open on Esc and has no close button, when it is pinned', async () => {
    const open = mountDialog(true)
    await openFrom(byRole('button', 'Share item'))

    press(document.activeElement ?? document.body, 'Escape')
    await settle()

    expect(open.value).toBe(true)
    expect(() => byRole('button', text('ui.close'))).toThrow()
  })
})

describe('ConfirmDialog', () => {
  function mountConfirm() {
    const confirmed = vi.fn()
    mountUi(() =>
      h(ConfirmDialog, {
        open: true,
        title: 'Delete this workspace?',
        text: 'Harbour demo is removed.',
        confirmLabel: 'Delete workspace',
        typedName: 'Harbour demo',
        onConfirm: confirmed,
      }),
    )
    return confirmed
  }
  const submit = async (): Promise<void> => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await settle()
  }

  it('does nothing and says so, when another name is typed', async () => {
    const confirmed = mountConfirm()
    await settle()
    type(byRole('textbox', text('ui.typeName', { name: 'Harbour demo' })), 'Harbour')
    await settle()

    await submit()

    expect(confirmed).not.toHaveBeenCalled()
    expect(document.body.textContent).toContain(text('ui.typedNameDiffers'))
  })

  it('confirms, when the name is typed', async () => {
    const confirmed = mountConfirm()
    await settle()
    type(byRole('textbox', text('ui.typeName', { name: 'Harbour demo' })), 'Harbour demo')
    await settle()

    await submit()

    expect(confirmed).toHaveBeenCalledOnce()
  })
})
