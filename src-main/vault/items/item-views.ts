import type { Change } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import { isOwnItem } from './item-rules.ts'
import type { StoredItem } from './item-store.ts'
import type { ItemViewStore } from './item-view-store.ts'

/** Reading a received item again within this time is no new event. */
const REPORTED_EVERY_MS = 60 * 60 * 1000

export type ItemViews = ReturnType<typeof createItemViews>

/** Reports that a recipient read a copy, at most once per copy and hour. */
export function createItemViews(store: ItemViewStore) {
  return {
    report(change: Change, item: StoredItem): void {
      if (isOwnItem(item)) return
      if (store.wasViewedAfter(item.user_id, item.id, isoTime(change.nowMs - REPORTED_EVERY_MS))) return
      change.emit({
        user_id: item.user_id,
        eventable_type: 'Item',
        eventable_id: item.id,
        event_type: 'view',
        name: 'item.viewed',
        label: item.label,
        value: { item_id: item.id, share_id: item.share_id },
      })
    },
  }
}
