import type { StoredItem } from '../items/item-store.ts'
import type { CopyStore } from './copy-store.ts'
import { itemOfFeed } from './share-events.ts'
import type { ItemOfFeed, PeopleOfShare } from './share-events.ts'
import type { StoredShare } from './share-store.ts'

type Parties = Pick<StoredShare, 'recipient_id' | 'sender_id' | 'owner_id'>

/**
 * The id by which each person of some shares knows the shared item. Without a copy they know the original's id, and must
 * not learn its current label.
 */
export function feedsOf(
  copies: Pick<CopyStore, 'findOriginal' | 'ofPlaces'>,
  itemId: string,
  shares: readonly Parties[],
): (share: Parties) => PeopleOfShare {
  const original = copies.findOriginal(itemId)
  const people = new Set(shares.flatMap(({ recipient_id, sender_id }) => [recipient_id, sender_id]))
  const copied = copies.ofPlaces([...people].map((recipientId) => ({ itemId, recipientId })))
  const having: readonly StoredItem[] = [...(original === undefined ? [] : [original]), ...copied]
  const byUser = new Map(having.map((item) => [item.user_id, itemOfFeed(item)]))
  const feed = (userId: string): ItemOfFeed => byUser.get(userId) ?? { userId, itemId, label: '' }
  return ({ recipient_id, sender_id, owner_id }) => ({
    recipient: feed(recipient_id),
    senders: [...new Set([sender_id, owner_id])].map(feed),
  })
}
