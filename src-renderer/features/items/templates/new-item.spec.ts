// Proves docs/contract/window.md, Items: templates.

import { beforeEach, expect, it, vi } from 'vitest'
import { text } from '../../../i18n/i18n.ts'
import { byRole, press, type } from '../../../ui/testing/mount-ui.ts'
import { answer, askedFor, resetService } from '../testing/fake-service.ts'
import { mountPage, settle } from '../testing/mount-setup.ts'
import { openedItem, rowsReply } from '../testing/samples.ts'
import { servedTemplate, templatesReply } from '../testing/template-samples.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemRows', ({ query }) => rowsReply([], query))
  answer('itemCreate', () => openedItem())
  answer('itemOpen', () => openedItem())
  answer('itemTemplatesGet', () => ({
    ...templatesReply([
      servedTemplate('custom', { label: 'Custom' }),
      servedTemplate('pet', { label: 'Pet', slot_ids: ['species'] }),
    ]),
    slots: [{ id: 'species', name: 'species', label: 'Species', slot_type_name: 'key_value', ordinal: 1 }],
  }))
})

const dialog = () => document.querySelector('[role=dialog]')
/** The gallery is loaded when it is wanted first. */
const opened = () => vi.waitFor(() => expect(dialog()?.textContent).toContain('Pet'))
const create = async (label: string): Promise<unknown> => {
  type(byRole('textbox', text('items.editor.field.label')), label)
  await settle()
  byRole('button', /^Create item/).click()
  await settle()
  return askedFor('itemCreate')[0]?.body
}

it('a new item asks for its template, and gets its slots', async () => {
  await mountPage('/u/alice/items/new')
  await opened()
  type(byRole('combobox', text('items.gallery.search')), 'pet')
  await settle()
  press(byRole('combobox', text('items.gallery.search')), 'Enter')
  await settle()

  expect(dialog()).toBeNull()
  expect(byRole('button', text('items.gallery.change', { label: 'Pet' })).textContent).toBe('Pet')
  expect(document.body.textContent).toContain('Species')
  expect(await create('Mika')).toMatchObject({ template_name: 'pet', label: 'Mika', slots: [{ name: 'species' }] })
})

it('who chooses none gets an item without slots', async () => {
  await mountPage('/u/alice/items/new')
  await opened()
  press(byRole('combobox', text('items.gallery.search')), 'Escape')
  await settle()

  expect(dialog()).toBeNull()
  expect(await create('Note')).toMatchObject({ template_name: 'custom', slots: [] })
})

it('an address with a template begins with it, and asks nothing until it is changed', async () => {
  await mountPage('/u/alice/items/new?from=pet')
  await settle()
  expect(dialog()).toBeNull()
  expect(document.body.textContent).toContain('Species')

  byRole('button', text('items.gallery.change', { label: 'Pet' })).click()
  await opened()
})

it('the template of a new item is no filter of the list beside it', async () => {
  await mountPage('/u/alice/items/new?from=pet')
  await settle()
  expect(askedFor('itemRows')[0]?.query).not.toHaveProperty('template')
})

it('a list filtered by a template still asks which one a new item is made from', async () => {
  await mountPage('/u/alice/items/new?template=pet')
  await opened()
  expect(askedFor('itemRows')[0]?.query).toHaveProperty('template', 'pet')
})
