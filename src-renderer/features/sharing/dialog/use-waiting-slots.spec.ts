// Proves docs/contract/window.md, Sharing.

import { beforeEach, expect, it } from 'vitest'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'
import { answer, arrive, aStatus, aUser, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { aPerson, aShare } from '../testing/a-share.ts'
import { mountSetup } from '../testing/mount-sharing.ts'
import { useWaitingSlots } from './use-waiting-slots.ts'

const PIN = { item_id: 'i', item_label: 'Passport', slot_id: 'pin', slot_label: 'PIN' }

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})

const aSlotShare = (slot: string, more: Partial<ShareRow> = {}) =>
  aShare(1, { direction: 'outgoing', item_id: 'i', slot_id: slot, slot_label: slot.toUpperCase(), ...more })
const aWholeShare = (more: Partial<ShareRow> = {}) => aShare(2, { direction: 'outgoing', item_id: 'i', ...more })

async function waitingOf(rows: readonly ShareRow[], subject: object = PIN) {
  answer('itemShares', () => ({ rows }))
  const waiting = await mountSetup(() =>
    useWaitingSlots(
      'alice',
      () => [{ ...PIN, ...subject }],
      () => new Set(['vault-bob']),
    ),
  )
  await arrive()
  return waiting.value
}

it('useWaitingSlots › names a chosen person who reads another slot of the item', async () => {
  expect(await waitingOf([aSlotShare('number')])).toEqual([{ slot_label: 'PIN', person: 'Bob', shown: 'NUMBER' }])
})

it.each([
  ['nothing is shared', []],
  ['the same slot is shared', [aSlotShare('pin')]],
  ['the whole item is shared too', [aSlotShare('number'), aWholeShare()]],
  ['the share of the other slot awaits acceptance', [aSlotShare('number', { state: 'acceptance_required' })]],
  ['somebody else has the other slot', [aSlotShare('number', { person: aPerson('carol') })]],
  ['an older share gives the same slot', [aSlotShare('number'), aSlotShare('pin', { created_at: '2026-01-01' })]],
])('useWaitingSlots › says nothing where %s', async (_, rows) => {
  expect(await waitingOf(rows)).toEqual([])
})

it('useWaitingSlots › counts a share of the whole item that awaits acceptance as not there', async () => {
  const rows = [aSlotShare('number'), aWholeShare({ state: 'acceptance_required' })]
  expect(await waitingOf(rows)).toHaveLength(1)
})

it('useWaitingSlots › says nothing of whole items, and asks nothing', async () => {
  expect(await waitingOf([aSlotShare('number')], { slot_id: undefined })).toEqual([])
})

it('useWaitingSlots › says nothing where the shares cannot be read', async () => {
  answer('itemShares', () => {
    throw refusal('internal_error', 500)
  })
  const waiting = await mountSetup(() =>
    useWaitingSlots(
      'alice',
      () => [PIN],
      () => new Set(['vault-bob']),
    ),
  )
  await arrive()
  expect(waiting.value).toEqual([])
})
