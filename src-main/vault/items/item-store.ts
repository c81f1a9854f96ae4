import type { ItemFilter } from '../../../shared/contract/items.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'
import type { SlotTypeName } from '../../../shared/contract/slots.ts'

/** An item as stored. An own item has `user_id` equal to `owner_id`; anything else is a duplicate. */
export interface StoredItem {
  readonly id: string
  /** In whose vault it is. */
  readonly user_id: string
  /** Who created the original. */
  readonly owner_id: string
  readonly original_id: string | null
  readonly share_id: string | null
  readonly item_template_id: string
  readonly item_template_label: string
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly ordinal: number
  readonly visible: 0 | 1
  readonly created_at: string
  readonly updated_at: string
}

/** A slot as stored; whose it is follows from its item. */
export interface StoredSlot {
  readonly id: string
  readonly item_id: string
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly ordinal: number
  readonly visible: 0 | 1
  readonly required: 0 | 1
  readonly slot_type_name: SlotTypeName
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
  readonly value_verification_hash: string | null
  readonly attachment_id: string | null
  readonly attachments_folder_id: string | null
  readonly original_id: string | null
  readonly creator: 'system' | 'user' | null
  readonly created_at: string
  readonly updated_at: string
}

/** Conditions on a list of items, as the query gives them; all must hold. */
export type StoredItemFilter = ItemFilter

/** Items and slots of all users; every question names whose items it is about. */
export interface ItemStore {
  findItem(userId: string, id: string): StoredItem | undefined
  /** Those of the ids that are items of the user, in no order. */
  findItems(userId: string, ids: readonly string[]): readonly StoredItem[]
  pageOfItems(userId: string, filter: StoredItemFilter, page: PageRequest): Page<StoredItem>
  /** By ordinal, then by age. */
  slotsOfItem(itemId: string): readonly StoredSlot[]
  /** The same for many items; slots of one item stand together. */
  slotsOfItems(itemIds: readonly string[]): readonly StoredSlot[]
  findSlot(userId: string, id: string): StoredSlot | undefined
  addItem(item: StoredItem): void
  updateItem(item: StoredItem): void
  /** With its slots and classifications. */
  deleteItem(id: string): void
  addSlot(slot: StoredSlot): void
  updateSlot(slot: StoredSlot): void
  deleteSlot(id: string): void
  /** Those of the ids that are attachments the user uploaded. */
  attachmentsAmong(userId: string, ids: readonly string[]): ReadonlySet<string>
  /** Those of the ids that are attachments folders of the user. */
  foldersAmong(userId: string, ids: readonly string[]): ReadonlySet<string>
  countSlotsOfFolder(folderId: string): number
}
