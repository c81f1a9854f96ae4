// Proves docs/contract/window.md, Items: templates.

import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { text } from '../../../i18n/i18n.ts'
import { emptyRoute, mountAddress } from '../../../session/testing/mount-window.ts'
import { useToasts } from '../../../ui/toasts.ts'
import { byRole, type } from '../../../ui/testing/mount-ui.ts'
import { answer, asked, askedFor, refuse, resetService } from '../testing/fake-service.ts'
import { settle } from '../testing/mount-setup.ts'
import { openedItem, openedSlot } from '../testing/samples.ts'
import { servedTemplate, templatesReply } from '../testing/template-samples.ts'
import SaveTemplateDialog from './SaveTemplateDialog.vue'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const OPENED = openedItem([
  openedSlot('number', { label: 'Number', value: 'C01X00T47' }),
  openedSlot('secret', { label: 'Secret', slot_type_name: 'password' }),
])

beforeEach(() => {
  resetService()
  answer('itemTemplatesGet', () => templatesReply([servedTemplate('vehicle')]))
  answer('itemTemplatesPost', () => ({ item_template: servedTemplate('papers', { label: 'Papers' }) }))
})

async function mountDialog() {
  const close = vi.fn()
  const component = defineComponent(
    () => () => h(SaveTemplateDialog, { actor: 'alice', opened: OPENED, onClose: close }),
  )
  const { router } = await mountAddress(
    [{ path: '/dialog', component }, emptyRoute('items', '/u/:actor/items/:id?/:mode?')],
    '/dialog',
  )
  await settle()
  return { close, router }
}

const save = async (): Promise<void> => {
  byRole('button', text('items.saveTemplate.save')).click()
  await settle()
}

it('sends labels and types of the slots, never a value, and offers an item made from it', async () => {
  const { close, router } = await mountDialog()
  type(byRole('textbox', text('items.saveTemplate.label')), 'Papers')
  await settle()
  await save()

  expect(askedFor('itemTemplatesPost')).toMatchObject([
    {
      as: 'alice',
      body: {
        label: 'Papers',
        slots_attributes: [
          { name: 'number', label: 'Number', slot_type_name: 'key_value' },
          { name: 'secret', label: 'Secret', slot_type_name: 'password' },
        ],
      },
    },
  ])
  expect(JSON.stringify(asked)).not.toContain('C01X00T47')
  expect(close).toHaveBeenCalledOnce()
  const [toast] = useToasts().toasts
  expect(toast?.text).toBe(text('items.saveTemplate.saved', { label: 'Papers' }))
  toast?.action?.run()
  await settle()
  expect(router.currentRoute.value.fullPath).toBe('/u/alice/items/new?from=papers')
})

it('leaves out the slots that were taken off', async () => {
  await mountDialog()
  byRole('button', text('ui.clearSelection')).click()
  await settle()
  await save()

  expect(askedFor('itemTemplatesPost')[0]?.body).toMatchObject({ label: 'Passport', slots_attributes: [] })
})

it('keeps what was typed, and says at the field that the name was taken meanwhile', async () => {
  const { close } = await mountDialog()
  answer('itemTemplatesPost', () => refuse('name_taken', 409, '`label` is taken', 'label'))
  await save()

  expect(close).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain(text('items.saveTemplate.taken'))
  expect(byRole('textbox', text('items.saveTemplate.label'))).toHaveProperty('value', 'Passport')
})

it('cannot send before it knows which names there are', async () => {
  answer('itemTemplatesGet', () => refuse('internal_error', 500, 'it broke'))
  await mountDialog()

  expect(document.body.textContent).toContain('It broke.')
  expect(byRole('button', text('items.saveTemplate.save')).getAttribute('aria-disabled')).toBe('true')
})
