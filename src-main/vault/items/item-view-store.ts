import type { Connection } from '../../sqlite/database.ts'

export type ItemViewStore = ReturnType<typeof itemViewStore>

/** Views of items, as their events tell. */
export function itemViewStore(connection: Connection) {
  const find = connection.prepare<[string, string, string]>(/* sql */ `
    SELECT 1 FROM events WHERE name = 'item.viewed' AND eventable_id = ? AND user_id = ? AND event_time > ? LIMIT 1
  `)
  return {
    /** Whether the user's feed has a view of the item after this time. */
    wasViewedAfter: (userId: string, itemId: string, time: string) => find.get(itemId, userId, time) !== undefined,
  }
}
