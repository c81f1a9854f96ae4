import type { StoredItem } from '../items/item-store.ts'
import type { CopyStore } from './copy-store.ts'
import { itemOfFeed } from './share-events.ts'
import type { ItemOfFeed, PeopleOfShare } from './share-events.ts'
import type { StoredShare } from './share-store.ts'

export type FeedsOfItem = (share: Pick<StoredShare, 'recipient_id' | 'sender_id' | 'owner_id'>) => PeopleOfShare

/**
 * The id under which the people of an item's shares know the item, as it is now. Whoever has no copy (any more) knows
 * the id of the original, and must not learn what it is called by now.
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
