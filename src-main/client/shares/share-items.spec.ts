// Proves docs/contract/vault.md, Shares: one copy; docs/contract/client-crypto.md, Sharing.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Send } from '../../../shared/contract/caller.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { OpenedItem } from '../../../shared/contract/workbench-items.ts'
import type { ClientPeople } from '../../../tests/support/people/client-people.ts'
import {
  connectClients,
  createTextItem,
  openCopy,
  startClientPeople,
  valuesOf,
} from '../../../tests/support/people/client-people.ts'
import type { Client } from '../client.ts'
import { saveItem } from '../items/sealed-items.ts'
import type { ShareItemsOrder } from './share-items.ts'
import { MAX_VALUES_PER_CALL } from './sent-updates.ts'
import { shareItems } from './share-items.ts'

let people: ClientPeople
let alice: Client
let friends: readonly Client[]
/** How many shares each call of Alice's made. */
let calls: number[]
/** The operation that fails for Alice. */
let refuses: string | undefined

beforeEach(async () => {
  people = startClientPeople()
  calls = []
  refuses = undefined
  const counting: Send = (request) => {
    const { shares } = (request.body ?? {}) as { readonly shares?: readonly unknown[] }
    if (request.operation === shareOperations.itemsSharesPost.id) calls.push(shares?.length ?? 0)
    if (request.operation === refuses) return people.send({ ...request, params: { id: 'none' } })
    return people.send(request)
  }
  alice = await people.register('Alice', counting)
  friends = [await people.register('Bob'), await people.register('Carol')]
  for (const friend of friends) await connectClients([alice, 'Alice'], [friend, 'a friend'])
})

const orderOf = (itemIds: readonly string[], recipients: readonly Client[]): ShareItemsOrder => ({
  items: itemIds.map((item_id) => ({ item_id, slot_id: null })),
  recipient_ids: recipients.map(({ account }) => account.vaultUserId),
  onsharing_permitted: false,
  acceptance_required: 'acceptance_not_required',
  terms: null,
  expires_at: null,
})

describe('shareItems, once more with the same person', () => {
  let bob: Client
  let item: OpenedItem
  const slotOf = (label: string) => item.slots.find((slot) => slot.label === label)?.id ?? ''
  const shareSlot = (label: string | null) => {
    const order = orderOf([item.item.id], [bob])
    const items = [{ item_id: item.item.id, slot_id: label === null ? null : slotOf(label) }]
    return shareItems(alice, { ...order, items }, () => undefined)
  }
  beforeEach(async () => {
    bob = friends[0] as Client
    item = await createTextItem(alice, 'Passport', { Number: 'old', Country: 'NL' })
  })

  it('brings the first share up to date, which holds the copy', async () => {
    await shareSlot(null)
    expect(valuesOf(await openCopy(bob, item.item.id))).toEqual({ Number: 'old', Country: 'NL' })
    const slots = [{ id: slotOf('Number'), value: 'new' }]
    await saveItem(alice.account, item.item.id, { slots })

    const { warnings, failed } = await shareSlot(null)

    expect([warnings, failed]).toEqual([[], []])
    expect(valuesOf(await openCopy(bob, item.item.id))).toEqual({ Number: 'new', Country: 'NL' })
  })

  it('warns of a slot that waits behind another, not of the same slot or the whole item', async () => {
    const one = await shareSlot('Number')

    const other = await shareSlot('Country')
    const same = await shareSlot('Number')
    expect(valuesOf(await openCopy(bob, item.item.id))).toEqual({ Number: 'old' })
    const whole = await shareSlot(null)

    expect(other.warnings).toMatchObject([
      { code: 'waits_for_another_share', item_id: item.item.id, recipient_id: bob.account.vaultUserId },
    ])
    expect([one, same, whole].map(({ warnings }) => warnings)).toEqual([[], [], []])
    expect(valuesOf(await openCopy(bob, item.item.id))).toEqual({ Number: 'old', Country: 'NL' })
  })

  it('says whose copy could not be brought up to date; the new share is made', async () => {
    await shareSlot(null)
    refuses = shareOperations.itemsIdSharesPut.id

    const { created, warnings } = await shareSlot(null)

    expect(created).toBe(1)
    expect(warnings).toMatchObject([{ code: 'copy_not_updated', recipient_id: bob.account.vaultUserId }])
  })
})

describe('shareItems', () => {
  it('shares with several people in one call, each under a key of their own', async () => {
    const { item } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    const progress: number[][] = []

    const { share_ids, failed } = await shareItems(alice, orderOf([item.id], friends), (...at) => progress.push(at))

    expect({ calls, failed, shares: share_ids.length, progress }).toEqual({
      calls: [2],
      failed: [],
      shares: 2,
      progress: [[2, 2]],
    })
    for (const friend of friends) expect(valuesOf(await openCopy(friend, item.id))).toEqual({ Number: 'C01X' })
  })

  it('divides what is too much for one call', async () => {
    const length = Math.floor(MAX_VALUES_PER_CALL * 0.4) // two such shares fit into one call, three do not
    const slots = Object.fromEntries(Array.from({ length }, (_, index) => [`Slot ${index}`, 'a value']))
    const ids: string[] = []
    for (const label of ['One', 'Two']) ids.push((await createTextItem(alice, label, slots)).item.id)

    const { created } = await shareItems(alice, orderOf(ids, friends), () => undefined)

    expect({ calls, created }).toEqual({ calls: [2, 2], created: 4 })
  })

  it('names everybody who is not connected, and shares with the others', async () => {
    const stranger = await people.register('Dave')
    const { item } = await createTextItem(alice, 'Passport', { Number: 'C01X' })
    const progress: number[][] = []

    const order = orderOf([item.id], [stranger, ...friends])
    const { created, failed } = await shareItems(alice, order, (...at) => progress.push(at))

    expect(created).toBe(2)
    expect(failed.map(({ recipient_id, code }) => [recipient_id, code])).toEqual([
      [stranger.account.vaultUserId, 'recipient_not_connected'],
    ])
    expect(progress.at(-1)).toEqual([3, 3])
  })

  it('reports what was refused when there is nothing to send', async () => {
    const progress: number[][] = []

    const { failed } = await shareItems(alice, orderOf([alice.account.vaultUserId], friends), (...at) =>
      progress.push(at),
    )

    expect(failed.map(({ code }) => code)).toEqual(['not_found', 'not_found'])
    expect({ calls, progress }).toEqual({ calls: [], progress: [[2, 2]] })
  })
})
