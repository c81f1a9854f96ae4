import type { Change } from '../../service/call.ts'
import type { ClientTasks } from '../client-tasks/client-tasks.ts'
import type { ChangedSlots, ItemSharing } from '../items/item-sharing.ts'
import { slotEvent } from '../items/item-events.ts'
import type { ItemStore, StoredItem, StoredSlot } from '../items/item-store.ts'
import { changesInCopies, copyChangedEvent } from './changed-copies.ts'
import type { CopyStore } from './copy-store.ts'
import type { EndShares } from './end-shares.ts'
import { isActive } from './share-rules.ts'
import type { ShareStore } from './share-store.ts'

interface ItemSharingDependencies {
  readonly items: Pick<ItemStore, 'slotsOfItems'>
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly endShares: EndShares
  readonly tasks: Pick<ClientTasks, 'request' | 'forget'>
}

/** What changes and deletions of items do to their shares and copies. */
export function createItemSharing({ items, shares, copies, endShares, tasks }: ItemSharingDependencies): ItemSharing {
  return { itemChanged, slotDeleted, ownItemDeleting, copyDeleted }

  /** What is not encrypted reaches the copies at once; for the values, the owner's clients get a task. */
  function itemChanged(change: Change, item: StoredItem, { deleted, changed }: ChangedSlots): void {
    if (shares.ofItem(item.id).length === 0) return
    const shown = changesInCopies({ items, copies }, item, changed)
    copies.updateOfItem(item)
    for (const { before, after } of changed) copies.updateOfSlot(after, before.ordinal !== after.ordinal)
    for (const slot of deleted) slotDeleted(change, slot)
    for (const copy of copies.ofItem(item.id)) {
      const names = shown.get(copy.id)
      if (names !== undefined) change.emit(copyChangedEvent(copy, names))
    }
    if (!shares.ofItem(item.id).some(isActive)) return
    tasks.request(change, { userId: item.owner_id, work_type: 'update_item_shares', target_id: item.id })
  }

  /** The slot goes from all copies; shares of just this slot end. */
  function slotDeleted(change: Change, slot: StoredSlot): void {
    const all = shares.ofItem(slot.item_id)
    if (all.length === 0) return
    const deleted = copies.deleteOfSlot(slot.item_id, slot.id)
    shares.deleteValuesOfSlot(slot.item_id, slot.id)
    endShares(
      change,
      all.filter((share) => share.slot_id === slot.id),
    )
    const left = new Map(copies.ofItem(slot.item_id).map((copy) => [copy.id, copy]))
    for (const one of deleted) {
      const copy = left.get(one.item_id)
      if (copy !== undefined) change.emit(slotEvent('slot.deleted', { item: copy, slot: one }))
    }
  }

  /** Everything that hangs on an own item goes before the item does. */
  function ownItemDeleting(change: Change, item: StoredItem): void {
    endShares(change, shares.ofItem(item.id))
    tasks.forget(item.id)
  }

  /** A recipient who deletes a copy ends the share it shows; through another share the copy may come back. */
  function copyDeleted(change: Change, copy: StoredItem): void {
    endShares(change, shares.byIds([copy.share_id ?? '']))
  }
}
