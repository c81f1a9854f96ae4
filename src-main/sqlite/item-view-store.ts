import type { ItemViewStore } from '../vault/items/item-view-store.ts'
import type { Connection } from './database.ts'

/** Views of items, as their events tell. */
export function sqliteItemViewStore(connection: Connection): ItemViewStore {
  const find = connection.prepare<[string, string, string]>(/* sql */ `
    SELECT 1 FROM events WHERE name = 'item.viewed' AND eventable_id = ? AND user_id = ? AND event_time > ? LIMIT 1
  `)
  return { wasViewedAfter: (userId, itemId, time) => find.get(itemId, userId, time) !== undefined }
}
