import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ItemReply } from '../../../shared/contract/items.ts'
import { MAX_PER_PAGE } from '../../../shared/contract/paging.ts'
import { shareOperations } from '../../../shared/contract/shares.ts'
import type { Client } from '../client.ts'
import type { ReadSlot } from '../items/read-slots.ts'
import { readOwnSlots, wipeVerificationKeys } from '../items/read-slots.ts'
import { peekReceivedItem } from '../items/received-items.ts'
import { piecesOf } from '../../../shared/pieces.ts'

/** A received copy with values that differ from the owner's. */
interface AwaitedValues {
  readonly item_id: string
  readonly original_id: string
  /** The slots of the copy that differ. */
  readonly slot_ids: string[]
  /** The number of slots with a value that are missing from the copy. */
  readonly new_slots: number
}

/**
 * Compares a user's items with the copies of other users, value by value. Only the differing slots are reported, never
 * values. Values that either side cannot open, or that await acceptance, are skipped.
 */
export async function awaitedValues(owner: Client, copies: readonly Copy[]): Promise<AwaitedValues[]> {
  const originalIds = copies.map(({ reply }) => reply.item.original_id ?? '')
  const originals = new Map((await ownItems(owner, originalIds)).map((reply) => [reply.item.id, reply]))
  const found: AwaitedValues[] = []
  for (const { reply, slots, single } of copies) {
    const original = originals.get(reply.item.original_id ?? '')
    if (original === undefined) continue
    const compared = compare(readOwnSlots(owner.account.keys(), original), slots, single)
    if (compared.slot_ids.length + compared.new_slots > 0)
      found.push({ item_id: reply.item.id, original_id: original.item.id, ...compared })
  }
  return found
}

interface Copy {
  readonly reply: ItemReply
  readonly slots: readonly ReadSlot[]
  readonly single: boolean
}

/** Opens a user's copies of these items without changing them. */
export async function copiesOf(client: Client, originalIds: readonly string[]): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const ids of piecesOf(originalIds, MAX_PER_PAGE)) {
    const replies = await itemsOf(client, { original_ids: ids.join(',') })
    if (replies.length === 0) continue
    const { shares } = await client.account.call(shareOperations.incomingSharesGet, {
      query: { share_ids: replies.flatMap(({ item }) => item.share_id ?? []).join(','), per_page: MAX_PER_PAGE },
    })
    for (const share of shares) {
      const reply = replies.find(({ item }) => item.share_id === share.id)
      if (reply === undefined) continue
      const slots = await peekReceivedItem(client, { share, reply })
      wipeVerificationKeys(slots)
      copies.push({ reply, slots, single: share.slot_id !== null })
    }
  }
  return copies
}

async function ownItems(client: Client, ids: readonly string[]): Promise<ItemReply[]> {
  const found: ItemReply[] = []
  for (const some of piecesOf(ids, MAX_PER_PAGE)) found.push(...(await itemsOf(client, { item_ids: some.join(',') })))
  return found
}

type Query = { readonly original_ids: string } | { readonly item_ids: string }

/** Reads items as a list, because reading a single copy is recorded as an event. */
async function itemsOf({ account }: Client, query: Query): Promise<ItemReply[]> {
  const { items, ...related } = await account.call(vaultOperations.itemsGet, {
    query: { ...query, per_page: MAX_PER_PAGE },
  })
  return items.map((item) => ({ ...related, item, slots: related.slots.filter(({ item_id }) => item_id === item.id) }))
}

function compare(own: readonly ReadSlot[], copied: readonly ReadSlot[], single: boolean) {
  const byOriginal = new Map(copied.map((read) => [read.slot.original_id, read]))
  const slot_ids: string[] = []
  let new_slots = 0
  for (const { slot, value, problem } of own) {
    const copy = byOriginal.get(slot.id)
    if (copy === undefined) new_slots += !single && value !== null ? 1 : 0
    else if (problem === null && copy.problem === null && !copy.withheld && (value ?? '') !== (copy.value ?? ''))
      slot_ids.push(copy.slot.id)
  }
  return { slot_ids, new_slots }
}
