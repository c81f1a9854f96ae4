import type { StoredItem, StoredSlot } from '../items/item-store.ts'
import type { CopyPlace, ShareValue } from './share-store.ts'
import { assigned, columnsOf } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { ITEM_COLUMNS, OWNER_COLUMNS } from '../items/item-store.ts'
import { placeList, PLACES } from './share-store.ts'

/** The content of a copied slot, which is present only while the share grants it. */
export interface CopiedContent extends Omit<ShareValue, 'slot_id'> {
  readonly attachment_id: string | null
  readonly attachments_folder_id: string | null
}

/** The fields of a slot that re-encryption replaces. */
export type OwnValue = Pick<CopiedContent, 'encrypted_value' | 'encrypted_value_verification_key'>

export type DeletedSlot = Pick<StoredSlot, 'id' | 'item_id' | 'label'>

export type CopyStore = ReturnType<typeof copyStore>

/** Copies: the recipients' own records of items that were shared with them. */
export function copyStore(connection: Connection) {
  return { ...readStatements(connection), ...itemStatements(connection), ...slotStatements(connection) }
}

function readStatements(connection: Connection) {
  const find = connection.prepare<[string, string], StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE original_id = ? AND user_id = ?`,
  )
  const ofItem = connection.prepare<[string], StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE original_id = +? ORDER BY user_id`,
  )
  const ofPlaces = connection.prepare<[string], StoredItem>(/* sql */ `
    SELECT ${columnsOf('i', ITEM_COLUMNS)} FROM ${PLACES} place
    CROSS JOIN items i ON i.original_id = place.item_id AND i.user_id = place.user_id
  `)
  const original = connection.prepare<[string], StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE id = ? AND user_id = owner_id`,
  )
  return {
    find: ({ itemId, recipientId }: CopyPlace) => find.get(itemId, recipientId),
    ofItem: (originalId: string): readonly StoredItem[] => ofItem.all(originalId),
    ofPlaces: (places: readonly CopyPlace[]): readonly StoredItem[] => ofPlaces.all(placeList(places)),
    /** The item that was copied. */
    findOriginal: (itemId: string) => original.get(itemId),
  }
}

function itemStatements(connection: Connection) {
  const setShare = connection.prepare<[string, string, string]>(
    'UPDATE items SET share_id = ?, updated_at = ? WHERE id = ?',
  )
  const update = connection.prepare<StoredItem>(
    `UPDATE items SET ${assigned(`${OWNER_COLUMNS}, visible`)} WHERE original_id = @id`,
  )
  return {
    setShare: (copyId: string, shareId: string, now: string) => void setShare.run(shareId, now, copyId),
    /** Copies the owner's changes to all copies. */
    updateOfItem: (original: StoredItem) => void update.run(original),
  }
}

/** Copies of a slot are found by their items, which have an index on the original; slots need none of their own. */
const COPIES_OF_SLOT = 'original_id = @id AND item_id IN (SELECT id FROM items WHERE original_id = @item_id)'

function slotStatements(connection: Connection) {
  const setContent = connection.prepare<CopiedContent & { readonly slotId: string; readonly now: string }>(/* sql */ `
    UPDATE slots SET encrypted_value = @encrypted_value,
      encrypted_value_verification_key = @encrypted_value_verification_key,
      value_verification_hash = @value_verification_hash, attachment_id = @attachment_id,
      attachments_folder_id = @attachments_folder_id, updated_at = @now
    WHERE id = @slotId
  `)
  const setOwnValue = connection.prepare<OwnValue & { readonly slotId: string; readonly now: string }>(/* sql */ `
    UPDATE slots SET encrypted_value = @encrypted_value,
      encrypted_value_verification_key = @encrypted_value_verification_key, updated_at = @now
    WHERE id = @slotId
  `)
  const update = connection.prepare<StoredSlot & { readonly moved: 0 | 1 }>(/* sql */ `
    UPDATE slots SET name = @name, label = @label, description = @description,
      ordinal = CASE @moved WHEN 1 THEN @ordinal ELSE ordinal END, visible = @visible,
      slot_type_name = @slot_type_name, updated_at = @updated_at
    WHERE ${COPIES_OF_SLOT}
  `)
  const updateFiles = connection.prepare<StoredSlot>(/* sql */ `
    UPDATE slots SET ${assigned('attachment_id, attachments_folder_id')} WHERE ${COPIES_OF_SLOT} AND item_id IN (
      SELECT i.id FROM items i JOIN shares s ON s.id = i.share_id WHERE i.original_id = @item_id AND s.values_in_copy = 1)
  `)
  const remove = connection.prepare<{ id: string; item_id: string }, DeletedSlot>(
    `DELETE FROM slots WHERE ${COPIES_OF_SLOT} RETURNING id, item_id, label`,
  )
  return {
    setContent: (slotId: string, content: CopiedContent, now: string) =>
      void setContent.run({ ...content, slotId, now }),
    /** Stores the value re-encrypted under the own key; its hash and files stay. */
    setOwnValue: (slotId: string, value: OwnValue, now: string) => void setOwnValue.run({ ...value, slotId, now }),
    /**
     * Copies the unencrypted fields of the original slot to all its copies: its ordinal when it `moved`, because copies
     * count from 0, and its files where the share is granted.
     */
    updateOfSlot(original: StoredSlot, moved: boolean) {
      update.run({ ...original, moved: moved ? 1 : 0 })
      if (original.attachment_id !== null || original.attachments_folder_id !== null) updateFiles.run(original)
    },
    /**
     * Deletes the copies of a slot of the original item.
     *
     * @returns the deleted slots
     */
    deleteOfSlot: (originalItemId: string, originalSlotId: string): readonly DeletedSlot[] =>
      remove.all({ id: originalSlotId, item_id: originalItemId }),
  }
}
