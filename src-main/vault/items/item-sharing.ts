import type { Change } from '../../service/call.ts'
import type { StoredItem, StoredSlot } from './item-store.ts'
import type { SlotChange } from './slot-change-rules.ts'

/** Effects of item changes and deletions on sharees; implemented by shares. */
export interface ItemSharing {
  itemChanged(change: Change, item: StoredItem, slots: ChangedSlots): void
  slotDeleted(change: Change, slot: StoredSlot): void
  /** Everything that hangs on an own item goes before the item does. */
  ownItemDeleting(change: Change, item: StoredItem): void
  /** A recipient deletes a copy. */
  copyDeleted(change: Change, copy: StoredItem): void
}

export interface ChangedSlots {
  readonly deleted: readonly StoredSlot[]
  readonly changed: readonly SlotChange[]
}
