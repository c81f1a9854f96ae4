import type { Cursor, PageRequest } from '../../shared/contract/paging.ts'
import { pageOf } from '../service/cursor.ts'
import type { ItemStore, StoredItem, StoredItemFilter, StoredSlot } from '../vault/items/item-store.ts'
import type { Connection } from './database.ts'
import { statementCache } from './statement-cache.ts'

const ITEM_COLUMNS = `id, user_id, owner_id, original_id, share_id, item_template_id, item_template_label, name, label,
  description, ordinal, visible, created_at, updated_at`

const SLOT_COLUMNS = `id, item_id, name, label, description, ordinal, visible, required, slot_type_name, encrypted_value,
  encrypted_value_verification_key, value_verification_hash, attachment_id, attachments_folder_id, original_id, creator,
  created_at, updated_at`

/** Items and slots on SQLite. */
export function sqliteItemStore(connection: Connection): ItemStore {
  return { ...itemStatements(connection), ...slotStatements(connection), ...fileStatements(connection) }
}

type ItemPart = Pick<ItemStore, 'findItem' | 'pageOfItems' | 'addItem' | 'updateItem' | 'deleteItem'>

function itemStatements(connection: Connection): ItemPart {
  const find = connection.prepare<[string, string], StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE id = ? AND user_id = ?`,
  )
  const insert = connection.prepare<StoredItem>(
    `INSERT INTO items (${ITEM_COLUMNS}) VALUES (${parameters(ITEM_COLUMNS)})`,
  )
  const update = connection.prepare<StoredItem>(/* sql */ `
    UPDATE items SET name = @name, label = @label, description = @description, updated_at = @updated_at WHERE id = @id
  `)
  const remove = connection.prepare<[string]>('DELETE FROM items WHERE id = ?')
  const page = statementCache<StoredItem>(connection)
  return {
    findItem: (userId, id) => find.get(id, userId),
    addItem: (item) => void insert.run(item),
    updateItem: (item) => void update.run(item),
    deleteItem: (id) => void remove.run(id),
    pageOfItems(userId, filter, request) {
      const rows = page(itemPageSql(filter, request)).all({
        ...filter,
        ...request.after,
        userId,
        item_ids: listParameter(filter.item_ids),
        template_ids: listParameter(filter.template_ids),
        classification_node_names: JSON.stringify(filter.classification_node_names ?? []),
        limit: request.perPage + 1,
      })
      return pageOf(rows, request.perPage, itemPlace)
    },
  }
}

const itemPlace = (item: StoredItem): Cursor => ({ sortValue: item.created_at, id: item.id })

/** Ids are stored in lower case. */
function listParameter(ids: readonly string[] | undefined): string {
  return JSON.stringify((ids ?? []).map((id) => id.toLowerCase()))
}

function parameters(columns: string): string {
  return columns.replace(/\w+/g, '@$&')
}

/**
 * The statement of a page; which conditions it has depends on the filter, their values are bound. `+` before a
 * parameter: SQLite may otherwise compile an ordered statement again whenever a compared value changes.
 */
export function itemPageSql(filter: StoredItemFilter, { after, order }: Pick<PageRequest, 'after' | 'order'>): string {
  const conditions = [
    // Few ids are looked up one by one; everything else is read in the order of an index of the user.
    filter.item_ids === undefined ? 'i.user_id = +@userId' : '+i.user_id = @userId',
    filter.name !== undefined && 'i.name = +@name',
    filter.item_ids !== undefined && 'i.id IN (SELECT value FROM json_each(@item_ids))',
    filter.template_ids !== undefined && '+i.item_template_id IN (SELECT value FROM json_each(@template_ids))',
    filter.own !== undefined && (filter.own ? '+i.user_id = i.owner_id' : '+i.user_id <> i.owner_id'),
    filter.owner_id !== undefined && 'i.owner_id = +@owner_id',
    ...classificationConditions(filter),
    after !== undefined && `(i.created_at, i.id) ${order === 'asc' ? '>' : '<'} (+@sortValue, +@id)`,
  ]
  const columns = ITEM_COLUMNS.replace(/\w+/g, 'i.$&')
  return `SELECT ${columns} FROM items i WHERE ${conditions.filter(Boolean).join(' AND ')}
    ORDER BY i.created_at ${order}, i.id ${order} LIMIT +@limit`
}

/** Node names must be in the scheme, when one is given (vault contract 3.3.1). */
function classificationConditions(filter: StoredItemFilter): string[] {
  const inScheme = filter.classification_scheme_name === undefined ? '' : 's.name = +@classification_scheme_name'
  const named = [
    filter.classification_node_name !== undefined && 'n.name = +@classification_node_name',
    filter.classification_node_names !== undefined &&
      'n.name IN (SELECT value FROM json_each(@classification_node_names))',
  ].filter((condition) => condition !== false)
  const perNode = named.length === 0 && inScheme !== '' ? [inScheme] : named.map((name) => both(name, inScheme))
  return perNode.map(
    (condition) => /* sql */ `EXISTS (
      SELECT 1 FROM classifications c
      CROSS JOIN classification_nodes n ON n.id = c.node_id
      CROSS JOIN classification_schemes s ON s.id = n.scheme_id
      WHERE c.item_id = i.id AND c.slot_id IS NULL AND ${condition})`,
  )
}

function both(left: string, right: string): string {
  return right === '' ? left : `${left} AND ${right}`
}

type SlotPart = Pick<ItemStore, 'slotsOfItem' | 'slotsOfItems' | 'findSlot' | 'addSlot' | 'updateSlot' | 'deleteSlot'>

export const SLOTS_OF_ITEM_SQL = `SELECT ${SLOT_COLUMNS} FROM slots WHERE item_id = +? ORDER BY ordinal, created_at, id`
export const SLOTS_OF_ITEMS_SQL = `SELECT ${SLOT_COLUMNS} FROM slots
  WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id, ordinal, created_at, id`

function slotStatements(connection: Connection): SlotPart {
  const ofItem = connection.prepare<[string], StoredSlot>(SLOTS_OF_ITEM_SQL)
  const ofItems = connection.prepare<[string], StoredSlot>(SLOTS_OF_ITEMS_SQL)
  const find = connection.prepare<[string, string], StoredSlot>(/* sql */ `
    SELECT ${SLOT_COLUMNS.replace(/\w+/g, 's.$&')} FROM slots s CROSS JOIN items i ON i.id = s.item_id
    WHERE s.id = ? AND i.user_id = ?
  `)
  const insert = connection.prepare<StoredSlot>(
    `INSERT INTO slots (${SLOT_COLUMNS}) VALUES (${parameters(SLOT_COLUMNS)})`,
  )
  const update = connection.prepare<StoredSlot>(/* sql */ `
    UPDATE slots SET name = @name, label = @label, description = @description, ordinal = @ordinal, visible = @visible,
      slot_type_name = @slot_type_name, encrypted_value = @encrypted_value, attachment_id = @attachment_id,
      attachments_folder_id = @attachments_folder_id, updated_at = @updated_at
    WHERE id = @id
  `)
  const remove = connection.prepare<[string]>('DELETE FROM slots WHERE id = ?')
  return {
    slotsOfItem: (itemId) => ofItem.all(itemId),
    slotsOfItems: (itemIds) => ofItems.all(JSON.stringify(itemIds)),
    findSlot: (userId, id) => find.get(id, userId),
    addSlot: (slot) => void insert.run(slot),
    updateSlot: (slot) => void update.run(slot),
    deleteSlot: (id) => void remove.run(id),
  }
}

type FilePart = Pick<ItemStore, 'attachmentsAmong' | 'foldersAmong' | 'countSlotsOfFolder'>

function fileStatements(connection: Connection): FilePart {
  const among = (table: 'attachments' | 'attachments_folders') => {
    const statement = connection
      .prepare<[string, string], string>(
        `SELECT id FROM ${table} WHERE user_id = ? AND id IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
    return (userId: string, ids: readonly string[]) => new Set(statement.all(userId, JSON.stringify(ids)))
  }
  const count = connection
    .prepare<[string], number>('SELECT count(*) FROM slots WHERE attachments_folder_id = ?')
    .pluck()
  return {
    attachmentsAmong: among('attachments'),
    foldersAmong: among('attachments_folders'),
    countSlotsOfFolder: (folderId) => count.get(folderId) ?? 0,
  }
}
