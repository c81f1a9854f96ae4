import type { UpdatedShares } from '../../../shared/contract/shares.ts'
import type { Change } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import { refuseFaultsInOrder } from '../faulty-fields.ts'
import type { ItemStore, StoredItem } from '../items/item-store.ts'
import type { CopyStore } from './copy-store.ts'
import { placeOf } from './create-shares.ts'
import { originalId } from './new-share-rules.ts'
import { contentOf, copyOfSlot } from './recipient-copies.ts'
import { changedEvent, itemOfFeed } from './share-events.ts'
import { isActive } from './share-rules.ts'
import type { CopyPlace, ShareStore, StoredShare } from './share-store.ts'
import { planUpdates } from './updated-share-rules.ts'
import type { UpdatedShare } from './updated-share-rules.ts'

interface ShareUpdaterDependencies {
  readonly items: ItemStore
  readonly shares: ShareStore
  readonly copies: CopyStore
}

interface CopyWithSlots {
  readonly copy: StoredItem
  /** Ids of the copy's slots by their originals. */
  readonly slotIds: ReadonlyMap<string, string>
}

/** The owner sends new values to all recipients, also to those of on-shares. */
export function createShareUpdater({ items, shares, copies }: ShareUpdaterDependencies) {
  /** @throws {ServiceError} all faults of the body in body order; nothing was written then */
  return function* updateShares(change: Change, item: StoredItem, body: UpdatedShares): Steps<readonly StoredShare[]> {
    const active = shares.ofItem(item.id).filter(isActive)
    const { updates, faults } = planUpdates(body, { slots: items.slotsOfItem(item.id), shares: active })
    refuseFaultsInOrder(faults)
    yield
    const copiesByUser = gatherCopies(updates.map(({ share }) => placeOf(share)))
    for (const update of updates) {
      const copy = copiesByUser.get(update.share.recipient_id)
      if (copy === undefined) throw new Error('a recipient with an active share has no copy')
      write(change, update, copy)
      change.emit(changedEvent(update.share, 'share.updated', itemOfFeed(copy.copy)))
      yield
    }
    return updates.map(({ share }) => share)
  }

  function gatherCopies(places: readonly CopyPlace[]): ReadonlyMap<string, CopyWithSlots> {
    const all = copies.ofPlaces(places)
    const slots = Map.groupBy(items.slotsOfItems(all.map(({ id }) => id)), ({ item_id }) => item_id)
    return new Map(
      all.map((copy) => [
        copy.user_id,
        { copy, slotIds: new Map((slots.get(copy.id) ?? []).map((slot) => [originalId(slot), slot.id])) },
      ]),
    )
  }

  function write(change: Change, update: UpdatedShare, { copy, slotIds }: CopyWithSlots): void {
    const { share, slots, content } = update
    shares.setKey(share)
    if (share.values_in_copy === 1) {
      writeCopy(change, update, { copy, slotIds })
      return
    }
    shares.deleteValues(share.id)
    for (const slot of slots) {
      shares.addValue(share.id, { ...contentOf(slot, content.get(slot.id)), slot_id: slot.id })
      if (share.id === copy.share_id && !slotIds.has(slot.id)) items.addSlot(copyOfSlot(slot, copy.id, change))
    }
  }

  function writeCopy(change: Change, { slots, content }: UpdatedShare, { copy, slotIds }: CopyWithSlots): void {
    for (const slot of slots) {
      const held = contentOf(slot, content.get(slot.id))
      const slotId = slotIds.get(slot.id)
      if (slotId === undefined) items.addSlot({ ...copyOfSlot(slot, copy.id, change), ...held })
      else copies.setContent(slotId, held, change.now)
    }
  }
}
