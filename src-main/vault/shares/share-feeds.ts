import type { StoredItem } from '../items/item-store.ts'
import type { CopyStore } from './copy-store.ts'
import { itemOfFeed } from './share-events.ts'
import type { ItemOfFeed, PeopleOfShare } from './share-events.ts'
import type { StoredShare } from './share-store.ts'

export type FeedsOfItem = (share: Pick<StoredShare, 'recipient_id' | 'sender_id' | 'owner_id'>) => PeopleOfShare

/**
 * The id by which each person knows a shared item. Without a copy they know the original's id, and must not learn its
 * current label.
 */
export function feedsOfItem(copies: Pick<CopyStore, 'findOriginal' | 'ofItem'>, itemId: string): FeedsOfItem {
  const original = copies.findOriginal(itemId)
  const having: readonly StoredItem[] = [...(original === undefined ? [] : [original]), ...copies.ofItem(itemId)]
  const byUser = new Map(having.map((item) => [item.user_id, itemOfFeed(item)]))
  const feed = (userId: string): ItemOfFeed => byUser.get(userId) ?? { userId, itemId, label: '' }
  return ({ recipient_id, sender_id, owner_id }) => ({
    recipient: feed(recipient_id),
    senders: [...new Set([sender_id, owner_id])].map(feed),
  })
}
