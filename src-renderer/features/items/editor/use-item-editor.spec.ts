// Proves docs/contract/window.md, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { OpenedItem } from '../../../../shared/contract/workbench-items.ts'
import { text } from '../../../i18n/i18n.ts'
import { answer, askedFor, push, refuse, resetService, status } from '../testing/fake-service.ts'
import { mountSetup } from '../testing/mount-setup.ts'
import { openedItem, openedSlot } from '../testing/samples.ts'
import { useItemEditor } from './use-item-editor.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const LATER = '2026-11-21T08:00:00.000Z'
const pin = { slot_type_name: 'password', state: 'hidden', value: null } as const
const stored = () => openedItem([openedSlot('number'), openedSlot('pin', pin)])
const focus = vi.fn()

beforeEach(() => {
  resetService()
  answer('itemSave', () => stored())
  answer('itemCreate', () => stored())
})

async function mountEditor(source: OpenedItem | undefined = stored()) {
  const { result } = await mountSetup(() => useItemEditor('alice', source, ref({ focus })))
  return result
}
const newEditor = async () => (await mountSetup(() => useItemEditor('alice', undefined, ref({ focus })))).result

function typeInto(editor: Awaited<ReturnType<typeof mountEditor>>, index: number, value: string): void {
  const slot = editor.values.slots[index]
  if (slot === undefined) throw new Error('no such slot')
  slot.value = value
}

describe('item editor', () => {
  it('creates a new item as its actor, and refuses one without a name before asking', async () => {
    const editor = await newEditor()
    expect(await editor.save()).toBeUndefined()
    expect(editor.problems.value).toEqual([
      { path: 'label', label: text('items.editor.field.label'), text: 'Must not be empty.' },
    ])
    expect(askedFor('itemCreate')).toEqual([])
    editor.values.label = 'Passport'
    expect(await editor.save()).toEqual(stored())
    expect(askedFor('itemCreate')[0]).toMatchObject({
      params: { user_id: 'alice' },
      body: { template_name: 'custom', label: 'Passport' },
    })
  })

  it('saves only what changed', async () => {
    const editor = await mountEditor()
    expect(editor.dirty.value).toBe(false)
    typeInto(editor, 0, 'new')
    expect(editor.dirty.value).toBe(true)
    await editor.save()
    expect(askedFor('itemSave')[0]?.body).toEqual({
      slots: [{ id: 'number', value: 'new' }],
      based_on: stored().item.updated_at,
    })
  })

  it('asks nothing when nothing changed', async () => {
    const editor = await mountEditor()
    expect(await editor.save()).toEqual(stored())
    expect(askedFor('itemSave')).toEqual([])
  })

  it('places a refusal at its field and keeps what was typed', async () => {
    const editor = await mountEditor()
    answer('itemSave', () => refuse('invalid_params', 400, 'is too long', 'item.slots_attributes[0].encrypted_value'))
    typeInto(editor, 1, 'typed')
    expect(await editor.save()).toBeUndefined()
    expect(editor.field('slots.1.value').error).toBe('Is too long.')
    expect(editor.values.slots[1]?.value).toBe('typed')
    expect(focus).toHaveBeenCalled()
  })

  it('shows a refusal without a place as a whole, typed values kept', async () => {
    const editor = await mountEditor()
    answer('itemSave', () => refuse('storage_full', 507, 'the disk is full'))
    typeInto(editor, 0, 'typed')
    await editor.save()
    expect(editor.form.failure.value).toMatchObject({ message: 'The disk is full.', code: 'storage_full' })
    expect(editor.values.slots[0]?.value).toBe('typed')
  })

  it('does not mark an empty field as wrong for leaving it', async () => {
    const editor = await newEditor()
    editor.field('label').onBlur()
    expect(editor.field('label').error).toBeUndefined()
  })

  it('puts a stored password into its field, unchanged until it is typed over', async () => {
    const editor = await mountEditor()
    answer('slotReveal', () => ({ value: '1234' }))
    const slot = editor.values.slots[1]
    if (slot === undefined) throw new Error('no slot')
    expect(editor.isUnknown(slot)).toBe(true)
    await editor.showStored(slot)
    expect(slot.value).toBe('1234')
    expect(editor.dirty.value).toBe(false)
  })

  it('marks a removed slot and brings it back; an added one simply goes', async () => {
    const editor = await mountEditor()
    editor.removeSlot(0)
    expect(editor.values.slots[0]?.removed).toBe(true)
    editor.restoreSlot(0)
    expect(editor.dirty.value).toBe(false)
    editor.removeSlot(editor.addSlot('key_value'))
    expect(editor.values.slots).toHaveLength(2)
  })

  it('adds the chosen file and links the chosen folder once their slots are there, never sending them as values', async () => {
    const made = openedItem([
      openedSlot('other', { label: 'Photo', slot_type_name: 'attachment', ordinal: 7, state: 'empty' }),
      openedSlot('photo', { label: 'Photo', slot_type_name: 'attachment', ordinal: 1, state: 'empty' }),
      openedSlot('papers', { label: 'Papers', slot_type_name: 'attachments_folder', ordinal: 2, state: 'empty' }),
    ])
    answer('itemCreate', () => made)
    answer('folderLink', () => ({ link: {} }))
    answer('uploadRows', () => ({ uploads: [] }))
    answer('uploadStart', () => refuse('storage_full', 507, 'the disk is full'))
    const editor = await newEditor()
    editor.values.label = 'Boat'
    const [photo, papers] = [editor.addSlot('attachment'), editor.addSlot('attachments_folder')]
    Object.assign(editor.values.slots[photo] ?? {}, { label: 'Photo ' })
    Object.assign(editor.values.slots[papers] ?? {}, { label: 'Papers', value: 'folder-1' })
    const slot = editor.values.slots[photo]
    if (slot === undefined) throw new Error('no slot')
    editor.chooseFile(slot, new File(['abc'], 'boat.png', { type: 'image/png' }))

    expect(await editor.save()).toEqual(made)

    expect(askedFor('itemCreate')[0]?.body).toMatchObject({
      slots: [
        { label: 'Photo', slot_type_name: 'attachment', ordinal: 1 },
        { label: 'Papers', slot_type_name: 'attachments_folder', ordinal: 2 },
      ],
    })
    expect(JSON.stringify(askedFor('itemCreate')[0]?.body)).not.toMatch(/boat|folder-1/)
    expect(askedFor('folderLink')).toMatchObject([
      { params: { folder_id: 'folder-1' }, body: { item_id: 'item-1', slot_id: 'papers' } },
    ])
    await vi.waitFor(() =>
      expect(askedFor('uploadStart')).toMatchObject([
        { body: { filename: 'boat.png', place: { kind: 'item', item_id: 'item-1', slot_id: 'photo' } } },
      ]),
    )
  })

  it('offers no Undo for a save that adds a file', async () => {
    const editor = await mountEditor()
    const slot = editor.values.slots[editor.addSlot('attachment')]
    if (slot === undefined) throw new Error('no slot')
    slot.label = 'Photo'
    expect(editor.isFinal.value).toBe(false)
    editor.chooseFile(slot, new File(['abc'], 'boat.png'))
    expect(editor.isFinal.value).toBe(true)
    answer('uploadRows', () => ({ uploads: [] }))
    answer('uploadStart', () => refuse('storage_full', 507, 'the disk is full'))
    await editor.save()
    expect(editor.writeBack(stored())).toBeUndefined()
  })

  it('moves a slot to another place, and nowhere else', async () => {
    const editor = await mountEditor()
    expect([editor.moveSlot(0, 2), editor.moveSlot(0, -1), editor.moveSlot(1, 1)]).toEqual([false, false, false])
    expect(editor.moveSlot(1, 0)).toBe(true)
    await editor.save()
    expect(askedFor('itemSave')[0]?.body).toMatchObject({
      slots: [
        { id: 'pin', ordinal: 1 },
        { id: 'number', ordinal: 2 },
      ],
    })
  })

  it('forgets everything in the moment of locking', async () => {
    const editor = await mountEditor()
    typeInto(editor, 0, 'typed')
    push({ type: 'status', status: status('locked') })
    expect(JSON.stringify(editor.values)).not.toContain('typed')
    expect(editor.values.slots).toEqual([])
  })
})

describe('item editor, when the vault has a newer version', () => {
  const theirs = openedItem([openedSlot('number', { value: 'theirs', updated_at: LATER }), openedSlot('pin', pin)], {
    updated_at: LATER,
  })

  beforeEach(() => {
    answer('itemOpen', () => theirs)
    answer('itemSave', ({ body }) => {
      if ((body as { based_on: string }).based_on !== LATER) refuse('edit_conflict', 409, 'changed by somebody else')
      return theirs
    })
  })

  it('shows both versions and saves nothing before a choice', async () => {
    const editor = await mountEditor()
    typeInto(editor, 0, 'mine')
    expect(await editor.save()).toBeUndefined()
    expect(editor.conflict.value?.conflicts.map(({ id }) => id)).toEqual(['number'])
    expect(editor.values.slots[0]?.value).toBe('mine')
  })

  it('saves on top of the newer version what was chosen', async () => {
    const editor = await mountEditor()
    typeInto(editor, 0, 'mine')
    await editor.save()
    expect(await editor.resolve(new Set())).toEqual(theirs)
    expect(askedFor('itemSave')[1]?.body).toEqual({ slots: [{ id: 'number', value: 'mine' }], based_on: LATER })
    expect(editor.conflict.value).toBeUndefined()
  })

  it('needs no choice when both sides changed different things', async () => {
    const editor = await mountEditor()
    editor.values.description = 'mine'
    expect(await editor.save()).toEqual(theirs)
    expect(askedFor('itemSave')[1]?.body).toEqual({ description: 'mine', slots: [], based_on: LATER })
  })
})
