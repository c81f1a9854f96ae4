import type { Change } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import type { NewEvent } from '../../service/emitted-events.ts'
import type { ClientTasks } from '../client-tasks/requested-tasks.ts'
import { slotEvent, itemEvent } from '../items/item-events.ts'
import { changedFields } from '../items/item-rules.ts'
import type { ChangedSlots, ItemSharing } from '../items/item-sharing.ts'
import type { ItemStore, StoredItem, StoredSlot } from '../items/item-store.ts'
import type { SlotChange } from '../items/slot-change-rules.ts'
import type { CopyStore } from './copy-store.ts'
import type { EndShares } from './end-shares.ts'
import { originalId } from './new-share-rules.ts'
import { isActive } from './share-rules.ts'
import type { ShareStore } from './share-store.ts'

interface ItemSharingDependencies {
  readonly items: Pick<ItemStore, 'slotsOfItems'>
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly endShares: EndShares
  readonly tasks: Pick<ClientTasks, 'request' | 'forget'>
}

/** Applies item changes and deletions to shares and copies. */
export function createItemSharing({ items, shares, copies, endShares, tasks }: ItemSharingDependencies): ItemSharing {
  return { itemChanged, slotDeleted, ownItemDeleting, copyDeleted }

  /** Unencrypted changes are copied immediately; for values, the owner's clients get a task. */
  function* itemChanged(change: Change, item: StoredItem, { deleted, changed }: ChangedSlots): Steps<void> {
    if (shares.ofItem(item.id).length === 0) return
    const shown = changesInCopies({ items, copies }, item, changed)
    yield
    copies.updateOfItem(item)
    for (const { before, after } of changed) {
      copies.updateOfSlot(after, before.ordinal !== after.ordinal)
      yield
    }
    for (const slot of deleted) yield* slotDeleted(change, slot)
    for (const copy of copies.ofItem(item.id)) {
      const names = shown.get(copy.id)
      if (names !== undefined) change.emit(copyChangedEvent(copy, names))
    }
    if (!shares.ofItem(item.id).some(isActive)) return
    tasks.request(change, { userId: item.owner_id, work_type: 'update_item_shares', target_id: item.id })
  }

  /** Deletes the slot from all copies; shares of just this slot end. */
  function* slotDeleted(change: Change, slot: StoredSlot): Steps<void> {
    const all = shares.ofItem(slot.item_id)
    if (all.length === 0) return
    const deleted = copies.deleteOfSlot(slot.item_id, slot.id)
    shares.deleteValuesOfSlot(slot.item_id, slot.id)
    yield* endShares(
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
  function* ownItemDeleting(change: Change, item: StoredItem): Steps<void> {
    yield* endShares(change, shares.ofItem(item.id))
    tasks.forget(item.id)
  }

  /** Deleting a copy ends the share that provides it; another share may bring the copy back. */
  function copyDeleted(change: Change, copy: StoredItem): Steps<void> {
    return endShares(change, shares.byIds([copy.share_id ?? '']))
  }
}

interface CopyReaders {
  readonly items: Pick<ItemStore, 'slotsOfItems'>
  readonly copies: Pick<CopyStore, 'ofItem'>
}

/**
 * Finds the copies that a change of the original affects immediately, because it is not encrypted
 * (docs/contract/vault.md, Items: changing). That excludes values and slots that a copy does not have: its holder must
 * not learn of them.
 *
 * @returns names of the changed fields and slots, by the id of the copy
 */
function changesInCopies(
  { items, copies }: CopyReaders,
  item: StoredItem,
  slots: readonly SlotChange[],
): ReadonlyMap<string, readonly string[]> {
  const all = copies.ofItem(item.id)
  const changed = new Map(slots.filter(isShownChange).map(({ after }) => [after.id, after.name]))
  const copied = changed.size === 0 ? [] : items.slotsOfItems(all.map(({ id }) => id))
  const slotsByCopy = Map.groupBy(copied, ({ item_id }) => item_id)
  const shown = all.map((copy): [string, string[]] => {
    const slotNames = (slotsByCopy.get(copy.id) ?? []).flatMap((slot) => changed.get(originalId(slot)) ?? [])
    return [copy.id, [...changedFields(copy, item), ...new Set(slotNames)]]
  })
  return new Map(shown.filter(([, names]) => names.length > 0))
}

const SHOWN_FIELDS = ['name', 'label', 'description', 'ordinal', 'visible', 'slot_type_name'] as const

function isShownChange({ before, after }: SlotChange): boolean {
  return SHOWN_FIELDS.some((field) => before[field] !== after[field])
}

/** The event goes to the holder of a copy. */
function copyChangedEvent(copy: StoredItem, changed: readonly string[]): NewEvent {
  return itemEvent(copy, 'item.updated', { value: { share_id: copy.share_id, changed } })
}
