// Proves docs/contract/vault.md, Items: changing, Slots: what a slot holds.

import { describe, expect, it } from 'vitest'
import type { FaultyField } from '../../../shared/contract/errors.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { StoredSlot } from './item-store.ts'
import { applyAttributes, emptySlot, newSlot, slotPlace } from './slot-rules.ts'
import type { SlotAttributes } from './slot-rules.ts'

const ID = '01890000-0000-7000-8000-000000000001'

function aSlot(fields: Partial<StoredSlot> = {}): StoredSlot {
  return { ...emptySlot('item', '2026-01-01T00:00:00.000Z'), id: ID, name: 'pin', label: 'PIN', ...fields }
}

/** The slot after the entry, and the codes of the faults by key. */
function apply(slot: StoredSlot, entry: SlotAttributes) {
  const faults = collectFaults()
  const context = {
    now: '2026-01-02T00:00:00.000Z',
    newId: () => ID,
    attachments: new Set(['own-file']),
    folders: new Set(['own-folder']),
    fault: faults.at(slotPlace(0, entry, slot)),
    others: () => [],
  }
  const codes = (list: readonly FaultyField[]) =>
    list.map(({ path, code }) => `${path.split('.').at(-1) ?? ''}: ${code}`)
  return { slot: applyAttributes(slot, entry, context), faults: codes(faults.list), context }
}

describe('slot rules', () => {
  it('applyAttributes › changes nothing when nothing is given', () => {
    const slot = aSlot({ encrypted_value: 'sealed', attachment_id: 'own-file', description: 'mine' })

    expect(apply(slot, {})).toMatchObject({ slot, faults: [] })
    expect(apply(slot, { value: '' })).toMatchObject({ slot, faults: [] })
    expect(apply(slot, { name: ' ' }).slot.name).toBe('pin')
  })

  it.each([
    ['sets the first one', null, 'own-file', 'own-file', []],
    ['keeps the same one', 'kept', 'kept', 'kept', []],
    ['keeps none', null, null, null, []],
    ['refuses an unknown one', null, 'unknown', 'unknown', ['attachment_id: attachment_not_found']],
    ['refuses to replace', 'kept', 'own-file', 'own-file', ['attachment_id: attachment_change_not_permitted']],
    ['refuses to remove', 'kept', null, null, ['attachment_id: attachment_change_not_permitted']],
  ])('applyAttributes › attachment: %s', (_, before, wanted, after, faults) => {
    const result = apply(aSlot({ attachment_id: before }), { attachment_id: wanted })

    expect(result.faults).toEqual(faults)
    expect(result.slot.attachment_id).toBe(after)
  })

  it.each([
    ['sets the first one', null, 'own-folder', []],
    ['keeps the same one', 'kept', 'kept', []],
    ['refuses an unknown one', null, 'own-file', ['attachments_folder_id: attachments_folder_not_found']],
    ['refuses to replace', 'kept', 'own-folder', ['attachments_folder_id: attachments_folder_change_not_permitted']],
    ['refuses to remove', 'kept', null, ['attachments_folder_id: attachments_folder_change_not_permitted']],
  ])('applyAttributes › folder: %s', (_, before, wanted, faults) => {
    expect(apply(aSlot({ attachments_folder_id: before }), { attachments_folder_id: wanted }).faults).toEqual(faults)
  })

  const [file, folder] = [{ attachment_id: 'own-file' }, { attachments_folder_id: 'own-folder' }]
  const noFolder = ['attachments_folder_id: attachment_change_not_permitted']
  const noFile = ['attachment_id: attachments_folder_change_not_permitted']
  const nestedFile = { attachment_attributes: { id: 'own-file' } }
  const two = ['attachments_folder_id: slot_attribute_not_permitted']

  it.each<[string, Partial<StoredSlot>, SlotAttributes, string[]]>([
    ['a folder beside an attachment', { attachment_id: 'kept' }, folder, noFolder],
    ['a folder for an attachment', { attachment_id: 'kept' }, { ...folder, attachment_id: 'kept' }, noFolder],
    ['an attachment beside a folder', { attachments_folder_id: 'kept' }, file, noFile],
    [
      'a nested attachment beside a folder',
      { attachments_folder_id: 'kept' },
      nestedFile,
      ['id: attachments_folder_change_not_permitted'],
    ],
    [
      'a folder where the attachment is taken away',
      { attachment_id: 'kept' },
      { ...folder, attachment_id: null },
      ['attachment_id: attachment_change_not_permitted', ...noFolder],
    ],
    ['no other with the one that is there', { attachment_id: 'kept' }, { attachments_folder_id: null }, []],
    ['both at once', {}, { ...file, ...folder }, two],
    ['both at once, nested', {}, { ...nestedFile, ...folder }, two],
    ['one and null for the other', {}, { ...folder, attachment_id: null }, []],
    ['an attachment whose key is there', { encrypted_value: 'sealed' }, file, []],
    ['a folder whose key is there', { encrypted_value: 'sealed' }, folder, []],
    ['an attachment in place of a value', { encrypted_value: 'sealed' }, { ...file, encrypted_value: null }, []],
    [
      'an attachment and its key in place of a value',
      { encrypted_value: 'sealed' },
      { ...file, encrypted_value: 'k' },
      [],
    ],
    ['a new key of an attachment', { encrypted_value: 'k', attachment_id: 'kept' }, { encrypted_value: 'l' }, []],
  ])('applyAttributes › holds one of value, attachment and folder: %s', (_, before, entry, faults) => {
    expect(apply(aSlot(before), entry).faults).toEqual(faults)
  })

  it('applyAttributes › takes the nested form of the attachment; the plain key comes first', () => {
    expect(apply(aSlot(), { attachment_attributes: { id: 'own-file' } }).slot.attachment_id).toBe('own-file')
    expect(
      apply(aSlot(), { attachment_id: null, attachment_attributes: { id: 'own-file' } }).slot.attachment_id,
    ).toBeNull()
    expect(apply(aSlot(), { attachment_attributes: { id: 'unknown' } }).faults).toEqual(['id: attachment_not_found'])
  })

  it.each([
    ['from a type without files', { slot_type_name: 'url' as const, attachment_id: 'kept' }, []],
    ['from attachment while none is set', { slot_type_name: 'attachment' as const }, []],
    [
      'from attachment while one is set',
      { slot_type_name: 'attachment' as const, attachment_id: 'kept' },
      ['slot_type_name: invalid_slot_type'],
    ],
    [
      'from attachments_folder while one is set',
      { slot_type_name: 'attachments_folder' as const, attachments_folder_id: 'kept' },
      ['slot_type_name: invalid_slot_type'],
    ],
  ])('applyAttributes › type change %s', (_, fields, faults) => {
    expect(apply(aSlot(fields), { slot_type_name: 'password' }).faults).toEqual(faults)
  })

  it('newSlot › is named by name, else by label, else by what its label is', () => {
    const { context } = apply(aSlot(), {})
    const made = (entry: SlotAttributes) => newSlot(entry, 'item', context)

    expect(made({ name: 'My Name', label: 'My Label' })).toMatchObject({ name: 'my_name', label: 'My Label' })
    expect(made({ label: 'My Label' })).toMatchObject({ name: 'my_label', label: 'My Label', creator: 'user' })
    expect(made({ name: ' A Slot/name? ' })).toMatchObject({ name: 'a_slot_name', label: 'A Slot/name?' })
    expect(made({ label: '東京' })).toMatchObject({ name: 'slot_68dea76f', label: '東京' })
  })

  it('slotPlace › names the slot for people, by what was sent or by what is stored', () => {
    expect(slotPlace(2, { label: 'Colour', name: 'c' })).toEqual({
      path: 'item.slots_attributes[2]',
      name: 'Colour',
    })
    expect(slotPlace(0, {}, aSlot()).name).toBe('PIN')
    expect(slotPlace(0, {}).name).toBeUndefined()
  })
})
