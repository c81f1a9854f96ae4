import { expect, it } from 'vitest'
import { mayPassOn, onShareRefusal } from './on-share-rules.ts'

const SHARE = { sharing_mode: 'anyone', acceptance_required: 'accepted', slot_id: null } as const

it.each([
  ['that has ended', undefined, null, 'is an item that no share gives you any more'],
  ['for its recipient only', { sharing_mode: 'owner' }, null, 'is an item that its sender does not let you pass on'],
  ['that was rejected', { acceptance_required: 'rejected' }, null, 'is an item whose share you rejected'],
  [
    'that waits for acceptance',
    { acceptance_required: 'acceptance_required' },
    null,
    'is an item whose share you have to accept before you pass it on',
  ],
  ['of one slot', { slot_id: 'a' }, null, 'is an item of which you may pass on only the one slot you received'],
  ['of another slot', { slot_id: 'a' }, 'b', 'is an item of which you may pass on only the one slot you received'],
] as const)('onShareRefusal › says why, of a share %s', (_of, fields, slotId, reason) => {
  const received = fields && { ...SHARE, ...fields }

  expect(onShareRefusal(received, slotId)).toBe(reason)
  expect(mayPassOn(received, slotId)).toBe(false)
})

it.each([
  ['the whole item', {}, null],
  ['a slot of the whole item', {}, 'a'],
  ['the one slot', { slot_id: 'a' }, 'a'],
  ['what needs no acceptance', { acceptance_required: 'acceptance_not_required' }, null],
] as const)('onShareRefusal › nothing speaks against passing on %s', (_what, fields, slotId) => {
  expect(onShareRefusal({ ...SHARE, ...fields }, slotId)).toBeUndefined()
})
