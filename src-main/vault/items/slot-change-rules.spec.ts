// Proves docs/contract/vault.md, Items: changing.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangedSlot } from '../../../shared/contract/slots.ts'
import type { StoredSlot } from './item-store.ts'
import { planSlotChanges } from './slot-change-rules.ts'
import { emptySlot } from './slot-rules.ts'

const NOW = '2026-01-02T00:00:00.000Z'
const IDS = ['slot-0', 'slot-1', 'slot-2', 'slot-3', 'slot-4']
const SLOTS: readonly StoredSlot[] = IDS.map((id, index) => ({
  ...emptySlot('item', '2026-01-01T00:00:00.000Z'),
  id,
  // Names repeat: they are not unique within an item.
  name: `name_${index % 2}`,
  label: `Label ${index}`,
  attachment_id: index === 4 ? 'file' : null,
}))

function plan(attributes: readonly ChangedSlot[], matchByName = false) {
  let made = 0
  const newId = () => `new-${(made += 1)}`
  return planSlotChanges(
    { itemId: 'item', slots: SLOTS, attributes, matchByName },
    { now: NOW, newId, attachments: new Set(['other']), folders: new Set() },
  )
}

const entry: fc.Arbitrary<ChangedSlot> = fc.record(
  {
    id: fc.constantFrom(...IDS),
    label: fc.constantFrom('Label 0', 'New label', 'name 1'),
    name: fc.constantFrom('name_0', 'other'),
    encrypted_value: fc.constantFrom(null, 'sealed'),
    ordinal: fc.nat(9),
    attachment_id: fc.constantFrom(null, 'file', 'other'),
    _destroy: fc.boolean(),
  },
  { requiredKeys: ['id'] },
)

describe('slot change rules', () => {
  it('planSlotChanges › an update by ids never touches other slots', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (attributes) => {
        const named = new Set(attributes.map(({ id }) => id))
        const { changed, deleted, created } = plan(attributes)

        expect(created).toEqual([])
        expect(changed.map(({ before }) => before.id).filter((id) => !named.has(id))).toEqual([])
        expect(deleted.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([])
        expect(changed.every(({ before, after }) => before.id === after.id)).toBe(true)
      }),
    )
  })

  it('planSlotChanges › without ids every entry is a new slot and no stored one changes', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (attributes) => {
        const entries = attributes.map(({ id: _id, _destroy, ...rest }) => ({ ...rest, label: rest.label ?? 'New' }))
        const { changed, deleted, created } = plan(entries)

        expect([changed, deleted]).toEqual([[], []])
        expect(created).toHaveLength(entries.length)
      }),
    )
  })

  it('planSlotChanges › leaves out slots that are named without being changed', () => {
    const { changed, addressed } = plan([
      { id: 'slot-0', label: 'Label 0' },
      { id: 'slot-1', ordinal: 3 },
    ])

    expect(changed.map(({ after }) => [after.id, after.ordinal, after.updated_at])).toEqual([['slot-1', 3, NOW]])
    expect(addressed.map(({ slot, index }) => [slot.id, index])).toEqual([
      ['slot-0', 0],
      ['slot-1', 1],
    ])
  })

  it('planSlotChanges › applies entries for the same slot one after the other', () => {
    const { changed } = plan([
      { id: 'slot-0', label: 'One' },
      { id: 'slot-0', ordinal: 2 },
    ])

    expect(changed).toMatchObject([{ after: { label: 'One', ordinal: 2 } }])
    expect(
      plan([
        { id: 'slot-0', _destroy: true },
        { id: 'slot-0', label: 'X' },
      ]).faults,
    ).toMatchObject([{ path: 'item.slots_attributes[1].id', code: 'slot_not_found' }])
  })

  it('planSlotChanges › by name: takes the first slot of the name that no entry names by id', () => {
    const { changed, created } = plan(
      [{ id: 'slot-0', ordinal: 1 }, { name: 'name_0', ordinal: 2 }, { label: 'Unknown' }],
      true,
    )

    expect(changed.map(({ after }) => [after.id, after.ordinal])).toEqual([
      ['slot-0', 1],
      ['slot-2', 2],
    ])
    expect(created.map(({ slot }) => slot.name)).toEqual(['unknown'])
  })

  it('planSlotChanges › by name: _destroy deletes one slot of the name after the other, and makes none', () => {
    const gone = { name: 'name_1', _destroy: true }
    const { deleted, created, changed, faults } = plan([gone, { label: 'Name 1', _destroy: true }], true)

    expect(deleted.map(({ id }) => id)).toEqual(['slot-1', 'slot-3'])
    expect([created, changed, faults]).toEqual([[], [], []])
    expect(plan([gone, gone, gone], true)).toMatchObject({
      created: [],
      faults: [{ path: 'item.slots_attributes[2].name', code: 'slot_not_found' }],
    })
  })

  it.each([
    ['without the switch', { name: 'name_0' }, false, '_destroy', 'slot_attribute_not_permitted'],
    ['where no slot has the name', { name: 'other' }, true, 'name', 'slot_not_found'],
    ['where no slot has the name of the label', { label: 'Other' }, true, 'label', 'slot_not_found'],
    ['without any name', {}, true, '_destroy', 'slot_attribute_not_permitted'],
    ['with an empty name', { name: ' ' }, true, '_destroy', 'slot_attribute_not_permitted'],
  ] as const)('planSlotChanges › _destroy without id is a fault %s', (_, names, matchByName, key, code) => {
    const { deleted, created, faults } = plan([{ ...names, _destroy: true }], matchByName)

    expect([deleted, created]).toEqual([[], []])
    expect(faults).toMatchObject([{ path: `item.slots_attributes[0].${key}`, code }])
  })
})
