// Proves docs/contract/window.md, Items, Everywhere: undo.

import { describe, expect, it } from 'vitest'
import { ITEM_FIELD_NAMES, NO_ITEM_FIELDS } from '../../../../shared/contract/items.ts'
import { openedItem, openedSlot } from '../testing/samples.ts'
import {
  canWriteBack,
  draftBack,
  EMPTY_FORM,
  formOfItem,
  isEmptyDraft,
  ItemForm,
  itemDraft,
  knownValues,
  newItemDraft,
  placeInForm,
  slotsForTemplate,
} from './item-form.ts'

const base = openedItem([
  openedSlot('number'),
  openedSlot('pin', { slot_type_name: 'password', state: 'hidden', value: null }),
  openedSlot('old', { state: 'empty', value: null }),
])
const typed = (label: string, more = {}) => ({
  key: label,
  label,
  slot_type_name: 'key_value' as const,
  value: '',
  removed: false,
  ...more,
})

describe('writing back', () => {
  it('gives every shown field its old value, and takes away what was added', () => {
    const before = openedItem([openedSlot('number', { value: 'X1' })])
    const now = openedItem([openedSlot('number', { value: 'X2', label: 'No.' }), openedSlot('new')])

    const { slots } = draftBack(before, now)

    expect(slots).toEqual([
      { id: 'number', label: before.slots[0]?.label, value: 'X1' },
      { id: 'new', _destroy: true },
    ])
  })

  it('is not possible for a slot that goes, nor for a hidden value that changes', () => {
    const known = knownValues(base)
    const form = formOfItem(base)
    const [number, pin] = form.slots
    if (number === undefined || pin === undefined) throw new Error('no slots')

    expect(canWriteBack(form, known)).toBe(true)
    expect(canWriteBack({ ...form, slots: [{ ...number, removed: true }, pin] }, known)).toBe(false)
    expect(canWriteBack({ ...form, slots: [number, { ...pin, value: '1234' }] }, known)).toBe(false)
  })
})

describe('item form', () => {
  it('sends nothing while nothing was changed', () => {
    const { draft } = itemDraft(formOfItem(base), base, knownValues(base))
    expect(isEmptyDraft(draft)).toBe(true)
  })

  it('leaves a password alone that was neither shown nor typed', () => {
    const form = formOfItem(base)
    expect(form.slots[1]?.value).toBe('')
    form.slots[0] = { ...typed('number'), id: 'number', value: 'new' }
    expect(itemDraft(form, base, knownValues(base)).draft.slots).toEqual([{ id: 'number', value: 'new' }])
  })

  it('clears a password that was shown and then emptied', () => {
    const known = knownValues(base).set('pin', '1234')
    expect(itemDraft(formOfItem(base), base, known).draft.slots).toEqual([{ id: 'pin', value: null }])
  })

  it('sends existing slots before new ones and remembers where each stands in the form', () => {
    const form = formOfItem(base)
    form.slots.unshift(typed('Colour', { value: 'red' }))
    const old = form.slots[3]
    if (old) old.removed = true
    const { draft, positions } = itemDraft(form, base, knownValues(base))
    expect(draft.slots).toEqual([
      { id: 'number', ordinal: 2 },
      { id: 'pin', ordinal: 3 },
      { id: 'old', _destroy: true },
      { label: 'Colour', slot_type_name: 'key_value', ordinal: 1, value: 'red' },
    ])
    expect(positions).toEqual([1, 2, 3, 0])
    expect(draft.based_on).toBe(base.item.updated_at)
  })

  it.each(ITEM_FIELD_NAMES)('sends the %s that was given, and takes it back', (name) => {
    const said = NO_ITEM_FIELDS[name] === null ? 'given' : true
    const opened = openedItem([], Object.fromEntries([[name, said]]))
    const taken = { ...formOfItem(opened), [name]: EMPTY_FORM[name] }
    const filled = { ...formOfItem(opened), label: 'Car', slots: [], tags: [] }
    expect(newItemDraft(filled).draft[name]).toBe(said)
    expect(newItemDraft({ ...EMPTY_FORM, label: 'Car' }).draft).not.toHaveProperty(name)
    expect(itemDraft(formOfItem(opened), opened, knownValues(opened)).draft).not.toHaveProperty(name)
    expect(itemDraft(taken, opened, knownValues(opened)).draft[name]).toBe(NO_ITEM_FIELDS[name])
  })

  it('sends places only of what moved, and puts a new slot behind the others', () => {
    const stored = openedItem([openedSlot('one', { ordinal: 1 }), openedSlot('two', { ordinal: 4 })])
    const known = knownValues(stored)
    const form = formOfItem(stored)
    const drafts = (slots: typeof form.slots) => itemDraft({ ...form, slots }, stored, known).draft.slots
    const [one, two] = form.slots
    if (one === undefined || two === undefined) throw new Error('no slots')

    expect(drafts([one, two, typed('New')])).toMatchObject([{ label: 'New', ordinal: 5 }])
    expect(drafts([two, one])).toEqual([
      { id: 'two', ordinal: 1 },
      { id: 'one', ordinal: 2 },
    ])
    expect(drafts([{ ...one, removed: true }, two])).toEqual([{ id: 'one', _destroy: true }])
  })

  it('sends no value of a slot that gets a file', () => {
    const photo = { ...typed('Photo', { value: 'boat.png' }), slot_type_name: 'attachment' as const }
    expect(newItemDraft({ ...EMPTY_FORM, label: 'Boat', slots: [photo] }).draft.slots).toEqual([
      { label: 'Photo', slot_type_name: 'attachment', ordinal: 1 },
    ])
  })

  it('names the tags only when they are others', () => {
    const known = knownValues(base)
    expect(itemDraft({ ...formOfItem(base), tags: ['travel'] }, base, known).draft.tags).toBeUndefined()
    expect(itemDraft({ ...formOfItem(base), tags: [] }, base, known).draft.tags).toEqual([])
  })

  it('keeps the name of a template slot and leaves empty values out of a new item', () => {
    const slots = [typed('Account', { name: 'account', value: 'a' }), typed('Remark')]
    const { draft } = newItemDraft({ ...EMPTY_FORM, template_name: 'password', label: ' Mail ', slots })
    expect(draft).toEqual({
      template_name: 'password',
      label: 'Mail',
      slots: [
        { name: 'account', label: 'Account', slot_type_name: 'key_value', ordinal: 1, value: 'a' },
        { label: 'Remark', slot_type_name: 'key_value', ordinal: 2 },
      ],
      tags: [],
    })
  })

  it('refuses what the contract refuses, at the field', () => {
    const form = { ...formOfItem(base), label: ' ', slots: [typed('')] }
    const paths = ItemForm.safeParse(form).error?.issues.map(({ path }) => path.join('.'))
    expect(paths).toEqual(['label', 'slots.0.label'])
  })
})

describe('places of refusals', () => {
  it.each([
    ['item.slots_attributes[1].encrypted_value', 'slots.5.value'],
    ['item.slots_attributes[0].label', 'slots.3.label'],
    ['slots[1].slot_type_name', 'slots.5.slot_type_name'],
    ['slots.1.value', 'slots.5.value'],
    ['item.slots_attributes[7].label', undefined],
    ['item.label', 'label'],
    ['item.name', 'label'],
    ['item.classification_nodes_attributes[0].label', 'tags'],
    ['valid_for', undefined],
  ])('%s is %s', (path, place) => {
    expect(placeInForm(path, [3, 5])).toBe(place)
  })
})

describe('another template', () => {
  const account = { name: 'account', label: 'Account', slot_type_name: 'key_value' as const }
  const photo = { name: 'photo', label: 'Photo', slot_type_name: 'image' as const }
  const country = { name: 'country', label: 'Country', slot_type_name: 'classification_node' as const }

  it('takes over what was typed under the same name, and offers a field for files, not for nodes', () => {
    const before = [typed('Account', { name: 'account', value: 'alice' })]
    const slots = slotsForTemplate([account, photo, country], before)
    expect(slots.map(({ label, value }) => [label, value])).toEqual([
      ['Account', 'alice'],
      ['Photo', ''],
    ])
  })

  it('keeps typed values it has no slot for, and added slots', () => {
    const before = [
      typed('Plate', { name: 'plate', value: 'FR-1' }),
      typed('Wheels', { name: 'wheels' }),
      typed('Mine'),
    ]
    const slots = slotsForTemplate([account], before)
    expect(slots.map(({ name, label }) => [name, label])).toEqual([
      ['account', 'Account'],
      [undefined, 'Plate'],
      [undefined, 'Mine'],
    ])
  })

  it('gives typed values back to a template that was left and is chosen again, by name or by label', () => {
    const bought = { name: 'bought', label: 'Bought on', slot_type_name: 'key_value' as const }
    const before = [
      typed('Bought on', { key: 'bought', name: 'bought', value: 'May' }),
      typed('Account', { key: 'new-1', value: 'alice' }),
      typed('Wheels', { key: 'new-2', value: 'four' }),
    ]

    const left = slotsForTemplate([], before)
    const again = slotsForTemplate([bought, account], left)

    expect(left.map(({ name, value }) => [name, value])).toEqual([
      [undefined, 'May'],
      [undefined, 'alice'],
      [undefined, 'four'],
    ])
    expect(again.map(({ name, value }) => [name, value])).toEqual([
      ['bought', 'May'],
      ['account', 'alice'],
      [undefined, 'four'],
    ])
    const emptied = left.map((slot) => ({ ...slot, value: '' }))
    const keys = slotsForTemplate([bought], emptied).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
