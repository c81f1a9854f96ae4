// Proves docs/contract/window.md, Events.

import { describe, expect, it } from 'vitest'
import { anEvent } from './testing/an-event.ts'
import { passes } from './event-filter.ts'

const ALL = { text: '', kinds: [], people: [], items: [] }
const event = anEvent({
  name: 'share.accepted',
  creator: 'vault-bob',
  value: { item_id: 'i1', share_id: 's1', user_id: 'vault-bob' },
})
const told = 'Bob accepted Passport'

describe('passes', () => {
  it.each([
    ['nothing', ALL],
    ['words of the sentence', { ...ALL, text: ' bob ACC' }],
    ['the name of the event', { ...ALL, text: 'share.acc' }],
    ['its kind', { ...ALL, kinds: ['shares', 'tasks'] }],
    ['a person who is involved', { ...ALL, people: ['vault-bob'] }],
    ['its item', { ...ALL, items: ['i1'] }],
  ])('lets it pass by %s', (_, filter) => {
    expect(passes(event, told, filter)).toBe(true)
  })

  it.each([
    ['other words', { ...ALL, text: 'carlos' }],
    ['another kind', { ...ALL, kinds: ['items'] }],
    ['another person', { ...ALL, people: ['vault-carlos'] }],
    ['another item', { ...ALL, items: ['i2'] }],
    ['one of two conditions', { ...ALL, text: 'bob', kinds: ['items'] }],
  ])('stops it by %s', (_, filter) => {
    expect(passes(event, told, filter)).toBe(false)
  })
})
