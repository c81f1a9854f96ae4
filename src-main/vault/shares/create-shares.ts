import type { NewShare, NewShareOfItem } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { collectFaults, refuseFaultsInOrder } from '../faulty-fields.ts'
import type { AddFault } from '../faulty-fields.ts'
import { isOwnItem } from '../items/item-rules.ts'
import type { ItemStore, StoredItem } from '../items/item-store.ts'
import type { CopyStore } from './copy-store.ts'
import { originalId, planShare } from './new-share-rules.ts'
import type { PlannedShare, RecipientSide, SharedItem } from './new-share-rules.ts'
import type { RecipientCopies } from './recipient-copies.ts'
import { createdEvents, itemOfFeed, receivedEvent } from './share-events.ts'
import { isActive } from './share-rules.ts'
import type { CopyPlace, ShareStore, StoredShare } from './share-store.ts'

export interface ShareMakerDependencies {
  readonly items: ItemStore
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly connections: Pick<ConnectionStore, 'connectedAmong'>
  readonly recipientCopies: RecipientCopies
}

/** An entry together with the item it is about, and the list of the body it is in. */
interface Entries {
  readonly list: string
  readonly entries: readonly (NewShare | NewShareOfItem)[]
  /** Item of entries that name none. */
  readonly itemId?: string
}

interface Plan extends PlannedShare {
  readonly source: SharedItem
}

export type ShareMaker = ReturnType<typeof createShareMaker>

/** Makes shares of own items, and on-shares of received ones (docs/contract/vault.md, Shares: making). */
export function createShareMaker({ items, shares, copies, connections, recipientCopies }: ShareMakerDependencies) {
  return { makeShares, gatherItems, write }

  /** @throws {ServiceError} all faults of all entries in body order; nothing was written then */
  function* makeShares(
    change: Change,
    senderId: string,
    { list, entries, itemId }: Entries,
  ): Steps<readonly StoredShare[]> {
    const itemIdOf = (entry: NewShare | NewShareOfItem) => ('item_id' in entry ? entry.item_id : (itemId ?? ''))
    const sources = gatherItems(senderId, [...new Set(entries.map(itemIdOf))])
    const sides = connections.connectedAmong(
      senderId,
      entries.map(({ recipient_id }) => recipient_id),
    )
    yield
    const faults = collectFaults()
    const plans: Plan[] = []
    for (const [index, entry] of entries.entries()) {
      const fault = faults.at({ path: `${list}[${index}]` })
      const plan = planEntry(change, entry, { source: sources.get(itemIdOf(entry)), sides }, fault)
      if (plan !== undefined) plans.push(plan)
      yield
    }
    refuseFaultsInOrder(faults.list)
    yield* write(change, plans)
    return plans.map(({ share }) => share)
  }

  /** Reads the facts about items that the rules need, each kind in one statement. */
  function gatherItems(userId: string, ids: readonly string[]): ReadonlyMap<string, SharedItem> {
    const found = items.findItems(userId, ids)
    const slots = Map.groupBy(items.slotsOfItems(found.map(({ id }) => id)), ({ item_id }) => item_id)
    const shownIds = found.flatMap(({ share_id }) => (share_id === null ? [] : [share_id]))
    const received = new Map(shares.byIds(shownIds).map((share) => [share.id, share]))
    return new Map(
      found.map((item) => [
        item.id,
        { item, slots: slots.get(item.id) ?? [], received: received.get(item.share_id ?? '') },
      ]),
    )
  }

  /** Writes planned shares with their copies, and reports them. */
  function* write(change: Change, plans: readonly Plan[]): Steps<void> {
    const places = plans.map(({ share }) => placeOf(share))
    const active = shares.ofPlaces(places).filter(isActive)
    const known = new Map<string, StoredItem>(
      active.length === 0 ? [] : copies.ofPlaces(places).map((copy) => [keyOfCopy(copy), copy]),
    )
    for (const plan of plans) {
      const key = keyOf(placeOf(plan.share))
      const copy = known.get(key)
      const after =
        copy === undefined ? recipientCopies.addFirstShare(change, plan, plan.source) : addFurther(change, plan)
      if (after === undefined) throw new Error('a recipient with an active share has no copy')
      known.set(key, after)
      report(change, plan, after)
      yield
    }
  }

  function addFurther(change: Change, plan: Plan): StoredItem | undefined {
    recipientCopies.addFurtherShare(plan)
    return recipientCopies.settle(change, placeOf(plan.share))
  }

  function report(change: Change, { share, source: { item } }: Plan, copy: StoredItem): void {
    const owner = { userId: item.owner_id, itemId: originalId(item), label: item.label }
    const feeds = isOwnItem(item) ? [itemOfFeed(item)] : [itemOfFeed(item), owner]
    for (const event of createdEvents(share, feeds)) change.emit(event)
    change.emit(receivedEvent(share, itemOfFeed(copy)))
  }
}

interface EntryFacts {
  readonly source: SharedItem | undefined
  readonly sides: ReadonlyMap<string, RecipientSide>
}

/** Undefined for an entry whose item the sender does not have. */
// eslint-disable-next-line max-params -- an entry, what is known about it, and where its faults go
function planEntry(change: Change, entry: NewShare, { source, sides }: EntryFacts, fault: AddFault): Plan | undefined {
  if (source === undefined) {
    fault('item_id', 'not_found', 'is not an item of yours')
    return undefined
  }
  const facts = { ...source, id: change.newId(), now: change.now, recipient: sides.get(entry.recipient_id) }
  return { ...planShare(entry, facts, fault), source }
}

export function placeOf({ item_id, recipient_id }: StoredShare): CopyPlace {
  return { itemId: item_id, recipientId: recipient_id }
}

function keyOf({ itemId, recipientId }: CopyPlace): string {
  return `${itemId} ${recipientId}`
}

function keyOfCopy(copy: StoredItem): string {
  return keyOf({ itemId: originalId(copy), recipientId: copy.user_id })
}
