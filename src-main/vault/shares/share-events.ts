import type { NewEvent } from '../../service/emitted-events.ts'
import type { StoredItem } from '../items/item-store.ts'
import type { StoredShare } from './share-store.ts'

/*
 * Events of shares. Shares are no kind of record that events know, so they are reported on the item, under the id it
 * has for the user in whose feed they are.
 */

/** The item of a share as one user has it; a copy may be gone already. */
export interface ItemOfFeed {
  readonly userId: string
  readonly itemId: string
  readonly label: string
}

type ShareEventName =
  | 'share.created'
  | 'share.received'
  | 'share.accepted'
  | 'share.rejected'
  | 'share.updated'
  | 'share.encrypted'
  | 'share.deleted'
  | 'share.expired'

export function itemOfFeed({ id, user_id, label }: StoredItem): ItemOfFeed {
  return { userId: user_id, itemId: id, label }
}

function shareEvent(
  { userId, itemId, label }: ItemOfFeed,
  [name, event_type]: readonly [ShareEventName, NewEvent['event_type']],
  value: Readonly<Record<string, unknown>>,
): NewEvent {
  return {
    user_id: userId,
    eventable_type: 'Item',
    eventable_id: itemId,
    event_type,
    name,
    label,
    value: { item_id: itemId, ...value },
  }
}

/** The events go to the sender, and to the owner if that is somebody else. */
export function createdEvents(share: StoredShare, feeds: readonly ItemOfFeed[]): NewEvent[] {
  const { id: share_id, slot_id, recipient_id: user_id } = share
  return feeds.map((feed) => shareEvent(feed, ['share.created', 'milestone'], { share_id, slot_id, user_id }))
}

export function receivedEvent(share: StoredShare, feed: ItemOfFeed): NewEvent {
  const { id: share_id, sender_id: user_id, acceptance_required } = share
  return shareEvent(feed, ['share.received', 'create'], { share_id, user_id, acceptance_required })
}

/** The people notified of a share, each with their own id of the item. */
export interface PeopleOfShare {
  readonly recipient: ItemOfFeed
  /** The sender, and the owner if that is somebody else. */
  readonly senders: readonly ItemOfFeed[]
}

/** The events go to recipient, sender and owner. */
export function answeredEvents(share: StoredShare, { recipient, senders }: PeopleOfShare): NewEvent[] {
  const name = share.acceptance_required === 'accepted' ? 'share.accepted' : 'share.rejected'
  const { id: share_id, sender_id, recipient_id } = share
  return [
    shareEvent(recipient, [name, 'milestone'], { share_id, user_id: sender_id }),
    ...senders.map((feed) => shareEvent(feed, [name, 'milestone'], { share_id, user_id: recipient_id })),
  ]
}

/** The event goes to the recipient. */
export function changedEvent(
  share: StoredShare,
  name: 'share.updated' | 'share.encrypted',
  recipient: ItemOfFeed,
): NewEvent {
  return shareEvent(recipient, [name, 'update'], { share_id: share.id })
}

/** The events tell recipient, sender and owner that expiry or on-sharing changed. */
export function reconfiguredEvents(share: StoredShare, { recipient, senders }: PeopleOfShare): NewEvent[] {
  const value = { share_id: share.id }
  return [
    changedEvent(share, 'share.updated', recipient),
    ...senders.map((feed) => shareEvent(feed, ['share.updated', 'milestone'], value)),
  ]
}

/** The events go to recipient, sender and owner. */
export function endedEvents(
  share: StoredShare,
  name: 'share.deleted' | 'share.expired',
  { recipient, senders }: PeopleOfShare,
): NewEvent[] {
  const value = { share_id: share.id }
  return [
    shareEvent(recipient, [name, 'delete'], value),
    ...senders.map((feed) => shareEvent(feed, [name, 'milestone'], value)),
  ]
}
