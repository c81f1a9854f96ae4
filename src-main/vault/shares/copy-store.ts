import type { StoredItem, StoredSlot } from '../items/item-store.ts'
import type { CopyPlace, ShareValue } from './share-store.ts'

/** What a slot of a copy has besides its labels: they come and go with the right to read them. */
export interface CopiedContent extends Omit<ShareValue, 'slot_id'> {
  readonly attachment_id: string | null
  readonly attachments_folder_id: string | null
}

export type DeletedSlot = Pick<StoredSlot, 'id' | 'item_id' | 'label'>

/** Copies: the recipients' own records of items that were shared with them. */
export interface CopyStore {
  find(place: CopyPlace): StoredItem | undefined
  ofItem(originalId: string): readonly StoredItem[]
  ofPlaces(places: readonly CopyPlace[]): readonly StoredItem[]
  /** The item that was copied. */
  findOriginal(itemId: string): StoredItem | undefined
  setShare(copyId: string, shareId: string, now: string): void
  setContent(slotId: string, content: CopiedContent, now: string): void
  /** Takes over label, name and description of the original into all copies. */
  updateOfItem(original: StoredItem): void
  /**
   * Takes over what is not encrypted of the original slot into all its copies: its ordinal when it `moved`, because
   * copies count from 0, and its files where the share is granted.
   */
  updateOfSlot(original: StoredSlot, moved: boolean): void
  /**
   * Of the original slot and of the original item it was in.
   *
   * @returns what was deleted
   */
  deleteOfSlot(originalItemId: string, originalSlotId: string): readonly DeletedSlot[]
}
