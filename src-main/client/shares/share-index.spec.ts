// Proves docs/contract/workbench.md, Users.

import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  connectClients,
  createTextItem,
  shareOne,
  startClientPeople,
} from '../../../tests/support/people/client-people.ts'
import { revokeShares } from './change-shares.ts'
import type { Client } from '../client.ts'
import { acceptShare } from '../items/open-items.ts'
import { saveItem } from '../items/sealed-items.ts'
import type { ShareRowsQuery } from './share-rows.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'

const SENT: ShareRowsQuery = { direction: 'outgoing', order_by: 'item_label', order: 'asc', offset: 0, limit: 100 }
const RECEIVED: ShareRowsQuery = { ...SENT, direction: 'incoming' }

let people: ClientPeople
let alice: Client
let bob: Client

beforeEach(async () => {
  people = startClientPeople()
  alice = await people.register('Alice')
  bob = await people.register('Bob')
  await connectClients([alice, 'Alice'], [bob, 'Bob'])
})

async function shareNew(label: string, more = {}): Promise<{ itemId: string; shareId: string }> {
  const { item } = await createTextItem(alice, label, { Number: '1' })
  return { itemId: item.id, shareId: await shareOne(alice, bob, item.id, more) }
}

describe('createShareIndex', () => {
  it('finds by text, person, state and item, and answers a window with the whole counts', async () => {
    const passport = await shareNew('Passport', { acceptance_required: 'acceptance_required', terms: 'Trip only' })
    await shareNew('Family car')
    await shareNew('Licence')
    const labels = async (more: Partial<ShareRowsQuery>) =>
      (await alice.shares.rows({ ...SENT, ...more })).rows.map(({ item_label }) => item_label)

    expect(await labels({})).toEqual(['Family car', 'Licence', 'Passport'])
    expect(await labels({ order: 'desc', limit: 1 })).toEqual(['Passport'])
    expect(await labels({ text: 'TRIP' })).toEqual(['Passport'])
    expect(await labels({ text: 'bob' })).toHaveLength(3)
    expect(await labels({ person_id: alice.account.vaultUserId })).toEqual([])
    expect(await labels({ state: 'acceptance_required' })).toEqual(['Passport'])
    expect(await labels({ declined: false })).toHaveLength(3)
    expect(await labels({ declined: true })).toEqual([])
    expect(await labels({ item_id: passport.itemId })).toEqual(['Passport'])
    expect(await labels({ onward: true })).toEqual([])
    expect(await alice.shares.rows({ ...SENT, offset: 1, limit: 1 })).toMatchObject({
      matching: 3,
      total: 3,
      waiting: 0,
      people: [{ name: 'Bob' }],
    })
    expect((await bob.shares.rows(SENT)).waiting).toBe(1)
  })

  it('follows what happens after it was read', async () => {
    await alice.shares.rows(SENT)
    await bob.shares.rows(RECEIVED)
    const { itemId, shareId } = await shareNew('Passport', { acceptance_required: 'acceptance_required' })
    const received = async () => (await bob.shares.rows(RECEIVED)).rows
    expect(await received()).toMatchObject([
      { item_label: 'Passport', item_template_label: 'Custom', state: 'acceptance_required' },
    ])

    await acceptShare(bob, shareId, null)
    expect(await received()).toMatchObject([{ state: 'accepted', reencrypted: true }])
    expect((await alice.shares.rows(SENT)).rows).toMatchObject([{ state: 'accepted', reencrypted: null }])

    await saveItem(alice.account, itemId, { label: 'Old passport', slots: [] })
    expect((await alice.shares.ofItem(itemId)).map(({ item_label }) => item_label)).toEqual(['Old passport'])
    await createTaskRunner(alice, () => undefined).run({ task_ids: null, limit: 1 }) // recipients are told then
    expect(await received()).toMatchObject([{ item_label: 'Old passport', reencrypted: false }])

    await revokeShares(alice.account, [shareId])
    expect(await received()).toEqual([])
    expect(await alice.shares.ofItem(itemId)).toEqual([])
    expect(await alice.shares.byItem()).toEqual(new Map())
  })

  it('reads many changes at once, and as much as is there', async () => {
    await alice.shares.rows(SENT)
    const shared: Promise<unknown>[] = []
    for (let number = 0; number < 120; number += 1) shared.push(shareNew(`Item ${number}`))
    await Promise.all(shared)

    const [sent, received] = await Promise.all([alice.shares.rows(SENT), bob.shares.rows(RECEIVED)])

    expect([sent.total, received.total]).toEqual([120, 120])
    expect(received.rows.map(({ item_label }) => item_label).slice(0, 3)).toEqual(['Item 0', 'Item 1', 'Item 2'])
    expect(received.rows.every(({ item_id }) => item_id !== null)).toBe(true)
  })
})
