import { describe, expect, it } from 'vitest'
import type { KnownNames } from './event-sentence.ts'
import { sentenceOf, sentenceText } from './event-sentence.ts'
import { anEvent } from './testing/an-event.ts'

const NAMES: KnownNames = {
  self: { id: 'vault-alice', name: 'Alice' },
  person: (id) => (id === 'vault-bob' ? 'Bob from work' : undefined),
  item: (id) => (id === 'i1' ? 'Passport' : undefined),
}
const told = (changes: Parameters<typeof anEvent>[0]): string => sentenceText(sentenceOf(anEvent(changes), NAMES))

describe('sentenceOf', () => {
  it('says who did what to what', () => {
    expect(told({ name: 'item.created', label: 'Licence' })).toBe('Alice made Licence')
    expect(told({ name: 'item.deleted', creator: 'system', label: 'Licence' })).toBe('The service deleted Licence')
  })

  it('names people as the acting user calls them, and nobody else', () => {
    const value = { item_id: 'i1', share_id: 's1', user_id: 'vault-bob' }
    expect(told({ name: 'share.created', label: 'Passport', value })).toBe('Alice shared Passport with Bob from work')
    expect(told({ name: 'share.accepted', label: 'Passport', creator: 'vault-eve', value })).toBe(
      'Somebody accepted Passport',
    )
  })

  it('knows shares that an invitation made: their receiver caused them', () => {
    const value = { item_id: 'i1', share_id: 's1', user_id: 'vault-bob' }
    expect(told({ name: 'share.created', creator: 'vault-bob', label: 'Passport', value })).toBe(
      'Passport was shared with Bob from work by an invitation',
    )
  })

  it('finds the label of an item that an event only knows by its id', () => {
    const value = { item_id: 'i1', slot_label: 'Number' }
    expect(told({ name: 'slot.updated', eventable_type: 'Slot', label: 'Number', value })).toBe(
      'Alice changed Number of Passport',
    )
  })

  it('tells names that only a client knows as they are', () => {
    expect(told({ name: 'crane.started', label: 'Crane 4' })).toBe('Alice recorded crane.started on Crane 4')
    expect(told({ name: null, event_type: 'milestone', label: null })).toBe(
      'Alice recorded Item milestone on something',
    )
  })
})
