// Proves docs/contract/window.md, Items.

import { describe, expect, it } from 'vitest'
import { openedItem, openedSlot } from '../testing/samples.ts'
import { findConflicts, rebase } from './conflict.ts'
import { formOfItem, itemDraft, knownValues } from './item-form.ts'

const LATER = '2026-11-21T08:00:00.000Z'
const pin = { slot_type_name: 'password', state: 'hidden', value: null } as const
const base = openedItem([openedSlot('number'), openedSlot('pin', pin), openedSlot('note')])

function changedForm(change: Partial<Record<'number' | 'pin' | 'note', string>>) {
  const form = formOfItem(base)
  for (const slot of form.slots) slot.value = change[slot.key as 'number'] ?? slot.value
  return form
}

const theirs = openedItem(
  [openedSlot('number', { value: 'theirs', updated_at: LATER }), openedSlot('pin', pin), openedSlot('note')],
  { description: 'Their words', updated_at: LATER },
)
const versions = { base, theirs, known: knownValues(base), theirsKnown: knownValues(theirs) }

describe('conflicts', () => {
  it('are only where both sides changed the same field differently', () => {
    expect(findConflicts(changedForm({ note: 'mine' }), versions)).toEqual([])
    expect(findConflicts(changedForm({ number: 'theirs' }), versions)).toEqual([])
    expect(findConflicts(changedForm({ number: 'mine', note: 'mine' }), versions)).toEqual([
      { id: 'number', label: 'number', mine: { is: 'text', text: 'mine' }, theirs: { is: 'text', text: 'theirs' } },
    ])
  })

  it('never show a password in clear', () => {
    const now = openedItem([openedSlot('number'), openedSlot('pin', { ...pin, updated_at: LATER }), openedSlot('note')])
    const [conflict] = findConflicts(changedForm({ pin: '1234' }), { ...versions, theirs: now })
    expect(conflict).toMatchObject({ id: 'pin', mine: { is: 'hidden' }, theirs: { is: 'hidden' } })
  })

  it('include a slot that was deleted there and changed here', () => {
    const now = openedItem([openedSlot('pin', pin), openedSlot('note')])
    const [conflict] = findConflicts(changedForm({ number: 'mine' }), { ...versions, theirs: now })
    expect(conflict).toMatchObject({ id: 'number', theirs: { is: 'removed' } })
  })
})

describe('rebase', () => {
  it('takes from each side what only that side changed', () => {
    const form = { ...changedForm({ note: 'mine' }), tags: ['travel', 'new'] }
    const next = rebase(form, versions, new Set())
    const { draft } = itemDraft(next, theirs, knownValues(theirs))
    expect(next.description).toBe('Their words')
    expect(next.slots.map(({ value }) => value)).toEqual(['theirs', '', 'mine'])
    expect(draft).toEqual({ slots: [{ id: 'note', value: 'mine' }], tags: ['travel', 'new'], based_on: LATER })
  })

  it('follows the choice where both changed', () => {
    const form = { ...changedForm({ number: 'mine' }), description: 'My words' }
    const mine = rebase(form, versions, new Set())
    const chosen = rebase(form, versions, new Set(['number', 'description']))
    expect([mine.slots[0]?.value, mine.description]).toEqual(['mine', 'My words'])
    expect([chosen.slots[0]?.value, chosen.description]).toEqual(['theirs', 'Their words'])
  })

  it('makes a slot that was deleted there a new one, when mine is kept', () => {
    const now = openedItem([openedSlot('pin', pin), openedSlot('note')])
    const kept = rebase(
      changedForm({ number: 'mine' }),
      { ...versions, theirs: now, theirsKnown: knownValues(now) },
      new Set(),
    )
    expect(itemDraft(kept, now, knownValues(now)).draft.slots).toEqual([
      { label: 'number', slot_type_name: 'key_value', ordinal: 1, value: 'mine' },
    ])
    const given = rebase(
      changedForm({ number: 'mine' }),
      { ...versions, theirs: now, theirsKnown: knownValues(now) },
      new Set(['number']),
    )
    expect(given.slots.map(({ key }) => key)).toEqual(['pin', 'note'])
  })

  it('keeps an order that was made here, with what was added there at its end', () => {
    const form = changedForm({})
    form.slots.reverse()
    const slots = [openedSlot('new'), ...theirs.slots]
    const next = rebase(form, { ...versions, theirs: { ...theirs, slots } }, new Set())
    expect(next.slots.map(({ key }) => key)).toEqual(['note', 'pin', 'number', 'new'])
  })

  it('keeps slots that were added here', () => {
    const form = changedForm({})
    form.slots.push({ key: 'added-1', label: 'Extra', slot_type_name: 'key_value', value: 'x', removed: false })
    const next = rebase(form, versions, new Set())
    expect(next.slots.at(-1)?.label).toBe('Extra')
  })
})
