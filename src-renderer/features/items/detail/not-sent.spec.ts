// Proves docs/contract/window.md, Items.

import { describe, expect, it } from 'vitest'
import { openedSlot } from '../testing/samples.ts'
import { notSentOf } from './not-sent.ts'

const [SHARED, CHANGED, SENT, CHANGED_AGAIN] = [1, 2, 3, 4].map((day) => `2026-11-0${day}T08:00:00.000Z`) as [
  string,
  string,
  string,
  string,
]
const person = (name: string) => ({ user_id: `vault-${name}`, name, connected: true })

function share(name: string, more: object = {}) {
  const base = { slot_id: null, slot_label: null, via: null, state: 'accepted' as const, created_at: SHARED }
  return { share_id: `share-${name}`, person: person(name), ...base, ...more }
}

const slot = (id: string, more: object = {}) => openedSlot(id, { label: id, updated_at: SHARED, ...more })
const oneSlot = (id: string) => ({ slot_id: id, slot_label: id })
const task = (state: 'todo' | 'failed' | 'done', last_state_transition_at: string | null = null) =>
  ({ work_type: 'update_item_shares', state, last_state_transition_at }) as const

describe('notSentOf', () => {
  it('says nothing of who has everything, nor of who declined', () => {
    const slots = [slot('Number'), slot('Note')]
    const shares = [share('bob'), share('carlos', { state: 'rejected', ...oneSlot('Note') })]
    expect(notSentOf(shares, slots, [task('done', SENT)])).toEqual(new Map())
  })

  it('names the slots that no share of a person is about, but not those without content', () => {
    const slots = [
      slot('Number'),
      slot('Note'),
      slot('Scan', { attachment_id: 'a' }),
      slot('Blank', { state: 'empty' }),
    ]
    const shares = [
      share('bob', oneSlot('Number')),
      share('carlos', oneSlot('Number')),
      share('carlos', oneSlot('Note')),
    ]
    const found = notSentOf(shares, slots, [])
    expect(found.get('vault-bob')?.leftOut).toEqual(['Note', 'Scan'])
    expect(found.get('vault-carlos')?.leftOut).toEqual(['Scan'])
  })

  it('leaves out nothing of a share whose slot is gone, and takes it for no share of the whole item', () => {
    const found = notSentOf([share('bob', { slot_label: '' })], [slot('Number')], [])
    expect(found.get('vault-bob')?.leftOut).toEqual(['Number'])
  })

  it('names the slots whose file stays under a key of the owner', () => {
    const slots = [slot('Scan', { attachment_id: 'a', state: 'empty' }), slot('Photo', { attachment_id: 'b' })]
    expect(notSentOf([share('bob')], slots, []).get('vault-bob')).toEqual({
      leftOut: [],
      withoutFile: ['Scan'],
      older: [],
    })
  })

  it.each([
    { what: 'a task waits', tasks: [task('todo')], older: ['Number'] },
    { what: 'a task failed', tasks: [task('failed', CHANGED_AGAIN)], older: ['Number'] },
    { what: 'it was sent', tasks: [task('done', SENT)], older: undefined },
    { what: 'it was sent, and another change waits', tasks: [task('done', SENT), task('todo')], older: undefined },
    { what: 'it waits again since it was sent', tasks: [task('done', SHARED), task('todo')], older: ['Number'] },
  ])('tells what was changed after it was shared: $what', ({ tasks, older }) => {
    const slots = [slot('Number', { updated_at: CHANGED }), slot('Note')]
    expect(notSentOf([share('bob')], slots, tasks).get('vault-bob')?.older).toEqual(older)
  })

  it('counts a share made after the change as new, and what was passed on as old as what it came from', () => {
    const slots = [slot('Number', { updated_at: CHANGED })]
    const shares = [
      share('bob'),
      share('carlos', { created_at: SENT, via: person('bob') }),
      share('dora', { created_at: SENT }),
      share('emil', { created_at: SENT, via: person('dora') }),
    ]
    expect([...notSentOf(shares, slots, [task('todo')]).keys()]).toEqual(['vault-bob', 'vault-carlos'])
  })
})
