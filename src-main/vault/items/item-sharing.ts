import type { Change } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import type { StoredItem, StoredSlot } from './item-store.ts'
import type { SlotChange } from './slot-change-rules.ts'

/** Effects of item changes and deletions on sharees; implemented by shares, in steps for items with many sharees. */
export interface ItemSharing {
  itemChanged(change: Change, item: StoredItem, slots: ChangedSlots): Steps<void>
  slotDeleted(change: Change, slot: StoredSlot): Steps<void>
  /** Everything that hangs on an own item goes before the item does. */
  ownItemDeleting(change: Change, item: StoredItem): Steps<void>
  /** A recipient deletes a copy. */
  copyDeleted(change: Change, copy: StoredItem): Steps<void>
}

export interface ChangedSlots {
  readonly deleted: readonly StoredSlot[]
  readonly changed: readonly SlotChange[]
}
