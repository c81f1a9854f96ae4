// Proves docs/contract/vault.md, Shares: one copy.

import { describe, expect, it } from 'vitest'
import { loweredExpiries, mayPassOn, onShareRefusal, orphanedShares } from './on-share-rules.ts'
import { accepted, rejected, requestedMode, shareOfCopy } from './share-rules.ts'
import type { StoredShare } from './share-store.ts'

function aShare(fields: Partial<StoredShare>): StoredShare {
  return {
    id: '1',
    owner_id: 'ada',
    sender_id: 'ada',
    recipient_id: 'bob',
    item_id: 'car',
    slot_id: null,
    public_key: 'key',
    keypair_external_id: null,
    encrypted_dek: 'dek',
    sharing_mode: 'anyone',
    acceptance_required: 'acceptance_not_required',
    terms: null,
    expires_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    values_in_copy: 0,
    ...fields,
  }
}

const OPEN = { acceptance_required: 'acceptance_required' } as const
const REJECTED = { acceptance_required: 'rejected' } as const
const ids = (shares: readonly StoredShare[]) => shares.map(({ id }) => id)

describe('share rules', () => {
  it.each([
    [{}, undefined],
    [{ onsharing_permitted: true }, 'anyone'],
    [{ onsharing_permitted: false }, 'owner'],
    [{ sharing_mode: 'owner', onsharing_permitted: true }, 'owner'],
    [{ sharing_mode: null, onsharing_permitted: null }, undefined],
  ] as const)('requestedMode › %j is %s', (sent, mode) => {
    expect(requestedMode(sent)).toBe(mode)
  })

  it('accepted, rejected › lead where the table of states says', () => {
    expect(accepted(OPEN)).toBe('accepted')
    expect(accepted({ acceptance_required: 'accepted' })).toBe('accepted')
    expect(accepted({ acceptance_required: 'acceptance_not_required' })).toBe('acceptance_not_required')
    expect(() => accepted(REJECTED)).toThrow('rejected')
    expect(rejected(OPEN)).toBe('rejected')
    expect(rejected(REJECTED)).toBe('rejected')
    expect(() => rejected({ acceptance_required: 'accepted' })).toThrow('delete it instead')
  })

  it.each([
    ['nothing', [], null, undefined],
    ['nothing rejected', [aShare(REJECTED)], null, undefined],
    ['the only one', [aShare(OPEN)], null, '1'],
    ['what it was made through before a newer', [aShare({ id: '1' }), aShare({ id: '2' })], '1', '1'],
    ['what it shows, also where an older was accepted since', [aShare({ id: '1' }), aShare({ id: '2' })], '2', '2'],
    ['the oldest, when its own is gone', [aShare({ id: '1' }), aShare({ id: '2' })], 'gone', '1'],
    ['the oldest by time, not by id', [aShare({ id: '2', created_at: '2027' }), aShare({ id: '9' })], null, '9'],
    ['a granted one before an open one', [aShare({ id: '1', ...OPEN }), aShare({ id: '2' })], '1', '2'],
    ['what it shows before a newer single slot', [aShare({ id: '1' }), aShare({ id: '2', slot_id: 's' })], '1', '1'],
    [
      'the single slot it shows before another',
      [aShare({ id: '1', slot_id: 's' }), aShare({ id: '2', slot_id: 't' })],
      '1',
      '1',
    ],
    [
      'the oldest single slot, when its own is gone',
      [aShare({ id: '1', slot_id: 's' }), aShare({ id: '2', slot_id: 't' })],
      'gone',
      '1',
    ],
    ['a whole one before a single slot it shows', [aShare({ id: '1', slot_id: 's' }), aShare({ id: '2' })], '1', '2'],
    [
      'a whole one before an older single slot, when its own is gone',
      [aShare({ id: '1', slot_id: 's' }), aShare({ id: '2' })],
      'gone',
      '2',
    ],
    [
      'a single slot before a whole one that is open',
      [aShare({ id: '1', slot_id: 's' }), aShare({ id: '2', ...OPEN })],
      '1',
      '1',
    ],
    ['an open one before a newer', [aShare({ id: '1', ...OPEN }), aShare({ id: '2', ...OPEN })], '1', '1'],
    [
      'the oldest open one, when its own is gone',
      [aShare({ id: '1', ...OPEN }), aShare({ id: '2', ...OPEN })],
      'gone',
      '1',
    ],
  ])('shareOfCopy › shows %s', (_, shares, shown, expected) => {
    expect(shareOfCopy(shares, shown)?.id).toBe(expected)
    expect(shareOfCopy(shares.toReversed(), shown)?.id).toBe(expected)
  })
})

describe('on-share rules', () => {
  it('mayPassOn › needs a granted share that permits it, and its scope', () => {
    expect(mayPassOn(aShare({}), null)).toBe(true)
    expect(mayPassOn(aShare({ sharing_mode: 'owner' }), null)).toBe(false)
    expect(mayPassOn(aShare(OPEN), null)).toBe(false)
    expect(mayPassOn(aShare({ slot_id: 's' }), 's')).toBe(true)
    expect(mayPassOn(aShare({ slot_id: 's' }), 't')).toBe(false)
    expect(mayPassOn(aShare({ slot_id: 's' }), null)).toBe(false)
    expect(mayPassOn(undefined, null)).toBe(false)
  })

  const toBob = aShare({ id: 'toBob' })
  const toCleo = aShare({ id: 'toCleo', sender_id: 'bob', recipient_id: 'cleo' })
  const back = aShare({ id: 'back', sender_id: 'cleo', recipient_id: 'bob' })

  it('orphanedShares › counts from the owner down', () => {
    expect(orphanedShares([back, toCleo, toBob])).toEqual([])
    expect(ids(orphanedShares([back, toCleo]))).toEqual(['back', 'toCleo'])
    expect(ids(orphanedShares([aShare({ ...toBob, sharing_mode: 'owner' }), toCleo, back]))).toEqual(['toCleo', 'back'])
    expect(ids(orphanedShares([aShare({ ...toBob, slot_id: 's' }), toCleo]))).toEqual(['toCleo'])
  })

  it('loweredExpiries › lowers the whole chain, and only what is later', () => {
    const until = (share: StoredShare, expires_at: string | null) => ({ ...share, expires_at })
    const toDora = aShare({ id: 'toDora', sender_id: 'cleo', recipient_id: 'dora' })

    const lowered = loweredExpiries([until(toDora, '2028'), until(toCleo, null), until(toBob, '2027')])

    expect(lowered.map(({ id, expires_at }) => [id, expires_at]).toSorted()).toEqual([
      ['toCleo', '2027'],
      ['toDora', '2027'],
    ])
    expect(loweredExpiries([until(toBob, '2027'), until(toCleo, '2026')])).toEqual([])
    expect(loweredExpiries([until(toBob, '2027'), aShare({ id: 'other' }), toCleo])).toEqual([])
  })
})

it.each([
  ['whose share ended', undefined, /no share gives you/],
  ['of a sender who keeps it to you', aShare({ ...OPEN, sharing_mode: 'owner' }), /does not let you/],
  ['that was rejected', aShare(REJECTED), /you rejected/],
  ['that was not accepted yet', aShare(OPEN), /have to accept/],
  ['of which one slot was received', aShare({ slot_id: 'other' }), /only the one slot/],
])('onShareRefusal › says why an item %s cannot be passed on', (_, received, reason) => {
  expect(onShareRefusal(received, 'slot')).toMatch(reason)
  expect(mayPassOn(received, 'slot')).toBe(false)
})
