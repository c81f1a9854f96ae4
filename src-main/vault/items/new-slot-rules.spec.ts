// Proves docs/contract/vault.md, Items: creating.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewSlot } from '../../../shared/contract/slots.ts'
import { planNewSlots } from './new-slot-rules.ts'
import type { SlotOfTemplate } from './new-slot-rules.ts'

const TEMPLATE_SLOTS: readonly SlotOfTemplate[] = ['url', 'account', 'password'].map((name, index) => ({
  id: `template-${name}`,
  name,
  label: name.toUpperCase(),
  description: null,
  ordinal: index + 1,
  visible: 1,
  required: 1,
  slot_type_name: 'key_value',
  creator: 'system',
}))

function plan(attributes: readonly NewSlot[], skipEmpty = false) {
  let made = 0
  const newId = () => `id-${(made += 1)}`
  return planNewSlots(
    { itemId: 'item', templateSlots: TEMPLATE_SLOTS, attributes, skipEmpty },
    { now: '2026-01-01T00:00:00.000Z', newId, attachments: new Set(), folders: new Set() },
  )
}

describe('new slot rules', () => {
  it('planNewSlots › keeps label, ordinal, required and creator of an untouched clone', () => {
    expect(plan([]).slots[0]).toMatchObject({
      index: undefined,
      slot: { name: 'url', label: 'URL', ordinal: 1, required: 1, creator: 'system', item_id: 'item' },
    })
  })

  it('planNewSlots › gives a clone to one entry; the next one of the name is a new slot', () => {
    const { slots } = plan([
      { name: 'account', ordinal: 7 },
      { name: 'account', ordinal: 8 },
    ])

    expect(slots.map(({ slot, index }) => [slot.name, slot.ordinal, slot.creator, index])).toEqual([
      ['url', 1, 'system', undefined],
      ['account', 7, 'system', 0],
      ['password', 3, 'system', undefined],
      ['account', 8, 'user', 1],
    ])
  })

  it('planNewSlots › every entry ends up in exactly one slot, and every clone is there unless skipped', () => {
    const entry: fc.Arbitrary<NewSlot> = fc.record({
      label: fc.constantFrom('URL', 'Account', 'Other'),
      template_slot_id: fc.constantFrom(undefined, 'template-url', 'template-none'),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.boolean(), (attributes, skipEmpty) => {
        const { slots } = plan(attributes, skipEmpty)
        const indexes = slots.flatMap(({ index }) => (index === undefined ? [] : [index]))

        expect(indexes.toSorted((left, right) => left - right)).toEqual([...attributes.keys()])
        expect(new Set(slots.map(({ slot }) => slot.id)).size).toBe(slots.length)
        if (skipEmpty) expect(slots).toHaveLength(attributes.length)
        else expect(slots.filter(({ slot }) => slot.creator === 'system')).toHaveLength(3)
      }),
    )
  })
})
