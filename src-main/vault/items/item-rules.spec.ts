// Proves docs/contract/vault.md, Machine names, Items.

import { describe, expect, it } from 'vitest'
import { ITEM_FIELD_NAMES, NO_ITEM_FIELDS } from '../../../shared/contract/items.ts'
import {
  changedFields,
  foreignOwnerIds,
  changeItem,
  isOwnItem,
  itemFieldsOf,
  matchesNothing,
  newItem,
  shownOwnerId,
} from './item-rules.ts'
import { SET_ITEM_FIELDS } from '../../../tests/support/set-fields.ts'

const FACTS = {
  id: '01890000-0000-7000-8000-000000000001',
  userId: 'ada',
  now: '2026-01-01T00:00:00.000Z',
  template: { id: 'template', label: 'Vehicle', description: 'from the template' },
}

describe('item rules', () => {
  it('isOwnItem › is true when user_id equals owner_id; only then the owner is shown', () => {
    const own = { user_id: 'ada', owner_id: 'ada' }
    const duplicate = { user_id: 'ada', owner_id: 'bob' }

    expect([isOwnItem(own), shownOwnerId(own, new Set())]).toEqual([true, 'ada'])
    expect([isOwnItem(duplicate), shownOwnerId(duplicate, new Set(['carol']))]).toEqual([false, null])
    expect(shownOwnerId(duplicate, new Set([duplicate.owner_id]))).toBe(duplicate.owner_id)
    expect(foreignOwnerIds([own, duplicate, duplicate])).toEqual([duplicate.owner_id])
  })

  it('newItem › derives the name from the label and the description from the template, unless given', () => {
    expect(newItem({ label: 'My Car' }, FACTS)).toMatchObject({
      name: 'my_car',
      description: 'from the template',
      ordinal: 1,
      visible: 1,
      item_template_label: 'Vehicle',
    })
    expect(newItem({ label: 'My Car', name: 'The-Car', description: 'own' }, FACTS)).toMatchObject({
      name: 'the-car',
      description: 'own',
    })
    expect(newItem({ label: 'My Car', description: null }, FACTS).description).toBeNull()
    expect(newItem({ label: 'My Car', name: ' ' }, FACTS).name).toBe('my_car')
    expect(newItem({ label: '日本' }, FACTS).name).toBe('item_9f26ee51')
  })

  it('changeItem › changes what is given and the time', () => {
    const item = newItem({ label: 'My Car', description: 'old' }, FACTS)
    const later = '2026-01-02T00:00:00.000Z'

    expect(changeItem(item, {}, later)).toEqual({ ...item, updated_at: later })
    const changed = changeItem(item, { label: 'Boat', description: null }, later)
    expect(changed).toEqual({ ...item, label: 'Boat', description: null, updated_at: later })
    expect(changedFields(item, changed)).toEqual(['label', 'description'])
  })

  it.each(ITEM_FIELD_NAMES)('%s › is what was given, stays where nothing is, and is named where it changes', (name) => {
    const [said, nothing] = [SET_ITEM_FIELDS[name], NO_ITEM_FIELDS[name]]
    const item = newItem({ label: 'My Car', [name]: said }, FACTS)
    const changed = changeItem(item, { [name]: nothing }, FACTS.now)
    const shown = [item, changeItem(item, {}, FACTS.now), changed].map((stored) => itemFieldsOf(stored)[name])

    expect(shown).toEqual([said, said, nothing])
    expect(changedFields(item, changed)).toEqual([name])
  })

  it('matchesNothing › where the owner is hidden', () => {
    const nobody = new Set<string>()
    expect(matchesNothing({}, 'ada', nobody)).toBe(false)
    expect(matchesNothing({ owner_id: 'ada' }, 'ada', nobody)).toBe(false)
    expect(matchesNothing({ owner_id: 'bob' }, 'ada', nobody)).toBe(true)
    expect(matchesNothing({ owner_id: 'bob' }, 'ada', new Set(['bob']))).toBe(false)
  })
})
