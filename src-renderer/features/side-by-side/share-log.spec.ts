// Proves docs/contract/window.md, Side by side.

import { describe, expect, it } from 'vitest'
import type { Event } from '../../../shared/contract/events.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { callsBehind, isAbout, linesOf, sealedValues } from './share-log.ts'

const ALICE = 'vault-alice'
const NOON = '2026-11-22T12:00:00.000Z'
const LATER = '2026-11-22T12:00:07.000Z'

function event(name: string, more: Partial<Event> = {}): Event {
  return {
    id: name,
    parent_id: null,
    creator: ALICE,
    user_id: ALICE,
    eventable_type: 'Item',
    eventable_id: 'original',
    event_type: 'update',
    name,
    label: null,
    value: null,
    duration_in_seconds: null,
    activity_ids: [],
    event_time: NOON,
    ...more,
  }
}

function aCall(number: number, more: Partial<CallSummary> = {}): CallSummary {
  return {
    number,
    at: '2026-11-22T12:00:00.010Z',
    source: 'client',
    transport: 'in_process',
    api: 'vault',
    operation: null,
    method: 'POST',
    path: '/items/original/shares',
    status: 201,
    duration_ms: 20,
    user_id: 'alice',
    error: null,
    ...more,
  }
}

const vaultUserOf = ({ user_id }: CallSummary) => (user_id === null ? undefined : `vault-${user_id}`)

describe('linesOf', () => {
  it('adds what the feed of somebody who does not know its creator says, and never calls that the service', () => {
    const theirs = event('share.updated', { creator: null, user_id: 'vault-carlos' })

    expect(linesOf([theirs, event('item.updated')])).toMatchObject([{ creator: ALICE }])
    expect(linesOf([theirs])).toMatchObject([{ creator: '' }])
  })

  it('makes one line of what one call caused in both feeds', () => {
    const value = { share_id: 's', user_id: 'vault-bob' }
    const received = { user_id: 'vault-bob', eventable_id: 'copy', value: { share_id: 's', user_id: ALICE } }
    const lines = linesOf([event('share.received', received), event('share.created', { value })])
    expect(lines).toMatchObject([{ name: 'share.created', creator: ALICE, towards: 'vault-bob' }])
  })

  it('names the slots of a change and the task it left', () => {
    const task = event('task.created', { value: { client_task_id: 't1' } })
    const slot = event('slot.updated', { eventable_type: 'Slot', label: 'Number' })
    expect(linesOf([task, slot, event('item.updated')])).toMatchObject([
      { name: 'item.updated', slots: ['Number'], taskIds: ['t1'] },
    ])
  })

  it('puts the newest first and leaves out reading', () => {
    const lines = linesOf([event('item.updated'), event('share.accepted', { event_time: LATER }), viewed()])
    expect(lines.map(({ name }) => name)).toEqual(['share.accepted', 'item.updated'])
  })
})

const viewed = () => event('item.viewed', { creator: 'vault-bob' })

describe('isAbout', () => {
  it('knows an item by any id it has for its users', () => {
    const ids = new Set(['original', 'copy'])
    expect(isAbout(event('item.updated'), ids)).toBe(true)
    expect(isAbout(event('slot.updated', { eventable_id: 'slot', value: { item_id: 'copy' } }), ids)).toBe(true)
    expect(isAbout(event('item.updated', { eventable_id: 'other' }), ids)).toBe(false)
  })
})

describe('callsBehind', () => {
  const line = { at: NOON, creator: ALICE }

  it('finds the writing call that ran at that moment', () => {
    const calls = [aCall(1, { method: 'GET' }), aCall(2), aCall(3, { user_id: 'bob' }), aCall(4, { at: LATER })]
    expect(callsBehind(line, calls, vaultUserOf).map(({ number }) => number)).toEqual([2])
  })

  it('takes the nearest of calls that follow each other closely', () => {
    const later = aCall(3, { at: '2026-11-22T12:00:00.014Z', duration_ms: 12 })
    expect(callsBehind(line, [later, aCall(2, { duration_ms: 10 })], vaultUserOf).map(({ number }) => number)).toEqual([
      2,
    ])
  })

  it('leaves out refused calls, which changed nothing', () => {
    expect(callsBehind(line, [aCall(1, { status: 400 })], vaultUserOf)).toEqual([])
  })
})

describe('sealedValues', () => {
  it('counts values that carry cipher text, in a body that may be cut', () => {
    const cut = '{"slot_values":[{"encrypted_value":"pdv1.a"},{"encrypted_value":null},{"encrypted_value": "pdv1.b"'
    expect(sealedValues(cut)).toBe(2)
    expect(sealedValues(null)).toBe(0)
  })
})
