import type { Page, PageRequest } from '../../../shared/contract/paging.ts'
import type { ShareIntent } from '../../../shared/contract/share-intents.ts'

/** A share intent as stored. */
export interface StoredShareIntent extends Omit<
  ShareIntent,
  'item_still_exists' | 'slot_still_exists' | 'onsharing_permitted'
> {
  /** Who made it: the sender of the invitation. */
  readonly user_id: string
  /** Label of the item when the intent was made. */
  readonly item_label: string
}

/** A share intent together with what has become of the item since. */
export interface ReadShareIntent extends StoredShareIntent {
  readonly item_still_exists: boolean
  readonly slot_still_exists: boolean
}

export interface ShareIntentStore {
  add(intent: StoredShareIntent): void
  find(userId: string, id: string): ReadShareIntent | undefined
  page(userId: string, request: PageRequest): Page<ReadShareIntent>
  /** In order of creation. */
  ofInvitation(invitationId: string): readonly ReadShareIntent[]
  delete(id: string): void
  deleteOfInvitation(invitationId: string): void
}
