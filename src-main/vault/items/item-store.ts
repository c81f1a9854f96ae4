import type { ItemFieldName, ItemFields } from '../../../shared/contract/items.ts'
import { ITEM_FIELD_NAMES } from '../../../shared/contract/items.ts'
import { assigned, columnsOf, idList, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import type { DescribedSlot } from '../described-slot.ts'
import { itemPages } from './item-page-store.ts'

/** The fields of an item in the columns of its row, where a flag is 1 or 0. */
export type StoredItemFields = { readonly [Name in ItemFieldName]: StoredValue<ItemFields[Name]> }
type StoredValue<Value> = Value extends boolean ? 0 | 1 : Value

/** An item as stored. An own item has `user_id` equal to `owner_id`; anything else is a duplicate. */
export interface StoredItem extends StoredItemFields {
  readonly id: string
  /** The user in whose vault it is. */
  readonly user_id: string
  /** The user who created the original. */
  readonly owner_id: string
  readonly original_id: string | null
  readonly share_id: string | null
  readonly item_template_id: string
  readonly item_template_label: string
  readonly name: string
  readonly label: string
  readonly ordinal: number
  readonly visible: 0 | 1
  readonly created_at: string
  readonly updated_at: string
}

const FIELD_COLUMNS = ITEM_FIELD_NAMES.join(', ')

export const ITEM_COLUMNS = `id, user_id, owner_id, original_id, share_id, item_template_id, item_template_label, name,
  label, ${FIELD_COLUMNS}, ordinal, visible, created_at, updated_at`

/** The columns that an owner's change updates, in the item and its copies. */
export const OWNER_COLUMNS = `name, label, ${FIELD_COLUMNS}, updated_at`

/** A slot as stored; whose it is follows from its item. */
export interface StoredSlot extends DescribedSlot {
  readonly item_id: string
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
  readonly value_verification_hash: string | null
  readonly attachment_id: string | null
  readonly attachments_folder_id: string | null
  readonly original_id: string | null
  readonly creator: 'system' | 'user' | null
}

const SLOT_COLUMNS = `id, item_id, name, label, description, ordinal, visible, required, slot_type_name, encrypted_value,
  encrypted_value_verification_key, value_verification_hash, attachment_id, attachments_folder_id, original_id, creator,
  created_at, updated_at`

export type ItemStore = ReturnType<typeof itemStore>

/** Stores the items and slots of all users; every query takes the user whose items it is about. */
export function itemStore(connection: Connection) {
  return { ...itemStatements(connection), ...slotStatements(connection), ...fileStatements(connection) }
}

function itemStatements(connection: Connection) {
  const find = connection.prepare<[string, string], StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE id = ? AND user_id = ?`,
  )
  const findSeveral = connection.prepare<[string, string], StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE id IN (SELECT value FROM json_each(?)) AND +user_id = ?`,
  )
  const insert = connection.prepare<StoredItem>(`INSERT INTO items ${inserted(ITEM_COLUMNS)}`)
  const update = connection.prepare<StoredItem>(`UPDATE items SET ${assigned(OWNER_COLUMNS)} WHERE id = @id`)
  const remove = connection.prepare<[string]>('DELETE FROM items WHERE id = ?')
  return {
    findItem: (userId: string, id: string) => find.get(id, userId),
    /** The items of the user among these ids, in no order. */
    findItems: (userId: string, ids: readonly string[]): readonly StoredItem[] => findSeveral.all(idList(ids), userId),
    addItem: (item: StoredItem) => void insert.run(item),
    updateItem: (item: StoredItem) => void update.run(item),
    /** Deletes the item with its slots and classifications. */
    deleteItem: (id: string) => void remove.run(id),
    pageOfItems: itemPages<StoredItem>(connection),
  }
}

export const SLOTS_OF_ITEM_SQL = `SELECT ${SLOT_COLUMNS} FROM slots WHERE item_id = +? ORDER BY ordinal, created_at, id`
export const SLOTS_OF_ITEMS_SQL = `SELECT ${SLOT_COLUMNS} FROM slots
  WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id, ordinal, created_at, id`

function slotStatements(connection: Connection) {
  const ofItem = connection.prepare<[string], StoredSlot>(SLOTS_OF_ITEM_SQL)
  const ofItems = connection.prepare<[string], StoredSlot>(SLOTS_OF_ITEMS_SQL)
  const find = connection.prepare<[string, string], StoredSlot>(/* sql */ `
    SELECT ${columnsOf('s', SLOT_COLUMNS)} FROM slots s CROSS JOIN items i ON i.id = s.item_id
    WHERE s.id = ? AND i.user_id = ?
  `)
  const insert = connection.prepare<StoredSlot>(`INSERT INTO slots ${inserted(SLOT_COLUMNS)}`)
  const update = connection.prepare<StoredSlot>(/* sql */ `
    UPDATE slots SET ${assigned(`name, label, description, ordinal, visible, slot_type_name, encrypted_value,
      attachment_id, attachments_folder_id, updated_at`)}
    WHERE id = @id
  `)
  const remove = connection.prepare<[string]>('DELETE FROM slots WHERE id = ?')
  return {
    /** Slots are ordered by ordinal, then by age. */
    slotsOfItem: (itemId: string): readonly StoredSlot[] => ofItem.all(itemId),
    /** Like `slotsOfItem` for many items; the slots of one item are adjacent. */
    slotsOfItems: (itemIds: readonly string[]): readonly StoredSlot[] => ofItems.all(JSON.stringify(itemIds)),
    findSlot: (userId: string, id: string) => find.get(id, userId),
    addSlot: (slot: StoredSlot) => void insert.run(slot),
    updateSlot: (slot: StoredSlot) => void update.run(slot),
    deleteSlot: (id: string) => void remove.run(id),
  }
}

function fileStatements(connection: Connection) {
  const among = (table: 'attachments' | 'attachments_folders') => {
    const statement = connection
      .prepare<[string, string], string>(
        `SELECT id FROM ${table} WHERE user_id = ? AND id IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
    return (userId: string, ids: readonly string[]): ReadonlySet<string> =>
      new Set(statement.all(userId, JSON.stringify(ids)))
  }
  return {
    /** The attachments among these ids that the user uploaded. */
    attachmentsAmong: among('attachments'),
    /** The attachments folders of the user among these ids. */
    foldersAmong: among('attachments_folders'),
  }
}
