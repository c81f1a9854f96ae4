import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import type { SharedSlotValue } from '../../../shared/contract/shares.ts'
import type { SealedShareValue, ShareKey } from '../../crypto/share-format.ts'
import { sealOwnValue, sealReceivedValue } from '../../crypto/share-format.ts'
import type { Client } from '../client.ts'
import { readItem } from '../items/open-items.ts'
import type { ReadSlot } from '../items/read-slots.ts'
import { ownersPlace, wipeVerificationKeys } from '../items/read-slots.ts'
import { piecesOf } from '../../../shared/pieces.ts'
import { createYield } from '../account/yielding.ts'
import { asPhrase, phrase, messageFields } from '../../../shared/phrase.ts'
import type { MessageFields } from '../../../shared/phrase.ts'

/** A request to share an item or one of its slots. */
export interface ShareOrder {
  readonly item_id: string
  readonly slot_id: string | null
}

/** An opened item to share: its values and, if received, their verification keys. */
export interface Shareable {
  readonly order: ShareOrder
  readonly own: boolean
  /** The owner's item id, to which sealed values are bound. */
  readonly originalItemId: string
  /** The slots in scope that have a value. */
  readonly slots: readonly ReadSlot[]
  readonly item: ItemReply['item']
}

/** The reason why something cannot be shared. */
export interface Refusal extends MessageFields {
  readonly code: string
}

export type Prepared = Shareable | { readonly order: ShareOrder; readonly refusal: Refusal }

/** This many are read in one call without a noticeable delay in the window. */
const ITEMS_PER_CALL = 100

/** Reads and opens items to share. The caller wipes the verification keys with {@link wipeShareables}. */
export async function prepareShareables(client: Client, orders: readonly ShareOrder[]): Promise<Prepared[]> {
  const yieldIfLong = createYield()
  const replies = new Map<string, ItemReply>()
  const ids = [...new Set(orders.map(({ item_id }) => item_id))]
  for (const some of piecesOf(ids, ITEMS_PER_CALL)) {
    const page = await client.account.call(vaultOperations.itemsGet, {
      query: { item_ids: some.join(','), per_page: ITEMS_PER_CALL },
    })
    for (const reply of itemsOf(page)) replies.set(reply.item.id, reply)
    await yieldIfLong()
  }
  const prepared: Prepared[] = []
  for (const order of orders) {
    const reply = replies.get(order.item_id)
    prepared.push(reply === undefined ? { order, refusal: NOT_FOUND } : await prepare(client, order, reply))
    await yieldIfLong()
  }
  return prepared
}

export function wipeShareables(prepared: readonly Prepared[]): void {
  for (const one of prepared) if (!('refusal' in one)) wipeVerificationKeys(one.slots)
}

/** Seals the values of a share: the user's own with fresh proofs, received ones with the owner's. */
export function sealValues(shareable: Shareable, shareKey: ShareKey): SharedSlotValue[] {
  return shareable.slots.flatMap((read) => {
    const sealed = sealSlot(shareable, shareKey, read)
    return sealed === undefined ? [] : [{ slot_id: read.slot.id, ...sealed }]
  })
}

function sealSlot({ own, item }: Shareable, shareKey: ShareKey, read: ReadSlot): SealedShareValue | undefined {
  const { slot, value, verificationKey } = read
  if (value === null) return undefined
  const place = ownersPlace(item, slot)
  if (own) return sealOwnValue(shareKey, place, value)
  if (verificationKey === null) throw new Error('a received value without its verification key must have been refused')
  return sealReceivedValue(shareKey, place, { value, verificationKey })
}

async function prepare(client: Client, order: ShareOrder, listed: ItemReply): Promise<Prepared> {
  const { reply, slots } = await readItem(client, listed)
  const scope = slots.filter(({ slot }) => order.slot_id === null || slot.id === order.slot_id)
  const refusal = refusalOf(order, reply.item.own, scope)
  if (refusal !== undefined) {
    wipeVerificationKeys(slots)
    return { order, refusal }
  }
  const { item } = reply
  const originalItemId = item.original_id ?? item.id
  return { order, own: item.own, originalItemId, item, slots: scope.filter(({ value }) => value !== null) }
}

const NOT_FOUND: Refusal = { code: 'not_found', message: 'There is no such item.' }

/** Refuses items whose values are not available; the service checks permissions. */
function refusalOf({ slot_id }: ShareOrder, own: boolean, scope: readonly ReadSlot[]): Refusal | undefined {
  if (slot_id !== null && scope.length === 0) return { code: 'slot_not_found', message: 'This item has no such slot.' }
  if (scope.some(({ withheld }) => withheld)) {
    return { code: 'onsharing_not_permitted', message: 'The share this item came by has to be accepted first.' }
  }
  const closed = scope.find(({ problem }) => problem !== null)
  if (closed !== undefined) {
    return {
      code: 'value_cannot_be_opened',
      ...messageFields(phrase`The value of "${closed.slot.label}" does not open: ${asPhrase(closed.problem ?? '')}.`),
    }
  }
  const unproven = scope.find(({ value, verificationKey }) => !own && value !== null && verificationKey === null)
  if (unproven === undefined) return undefined
  const message = `The value of "${unproven.slot.label}" came without the key that proves it, so it cannot be passed on.`
  return { code: 'verification_data_missing', message }
}

/** Splits a list into items with their related records. */
function itemsOf(page: Omit<ItemReply, 'item'> & { readonly items: readonly ItemReply['item'][] }): ItemReply[] {
  const { items, slots, ...related } = page
  const byItem = Map.groupBy(slots, ({ item_id }) => item_id)
  return items.map((item) => ({ ...related, item, slots: byItem.get(item.id) ?? [] }))
}
