import type { AcceptanceState, SharingMode } from '../../../shared/contract/shares.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

/** A share as stored. Expired ones are deleted before any call; a rejected one stays, without values. */
export interface StoredShare {
  readonly id: string
  readonly owner_id: string
  readonly sender_id: string
  readonly recipient_id: string
  /** The original. */
  readonly item_id: string
  /** The original slot, when only one is shared. */
  readonly slot_id: string | null
  readonly public_key: string
  readonly keypair_external_id: string | null
  readonly encrypted_dek: string | null
  readonly sharing_mode: SharingMode
  readonly acceptance_required: AcceptanceState
  readonly terms: string | null
  readonly expires_at: string | null
  readonly created_at: string
  /** Whether the values are in the slots of the recipient's copy; otherwise they wait in a table of their own. */
  readonly values_in_copy: 0 | 1
}

/** What a share says of one slot in its scope; all null for an empty slot. */
export interface ShareValue {
  /** The original slot. */
  readonly slot_id: string
  readonly encrypted_value: string | null
  readonly encrypted_value_verification_key: string | null
  readonly value_verification_hash: string | null
}

/** An original and one of its recipients: together they have one copy at most. */
export interface CopyPlace {
  readonly itemId: string
  readonly recipientId: string
}

export interface IncomingFilter {
  readonly acceptance_required?: AcceptanceState | undefined
  readonly share_ids?: readonly string[] | undefined
}

/** Shares of all users and the values that wait for a copy. Lists are in the order in which shares were made. */
export interface ShareStore {
  find(id: string): StoredShare | undefined
  byIds(ids: readonly string[]): readonly StoredShare[]
  ofItem(itemId: string): readonly StoredShare[]
  ofPlaces(places: readonly CopyPlace[]): readonly StoredShare[]
  /** In both directions. */
  between(userId: string, otherUserId: string): readonly StoredShare[]
  /** Those the user owns the item of, sent or received. */
  involving(userId: string): readonly StoredShare[]
  expiredBy(time: string): readonly StoredShare[]
  earliestExpiry(): string | null
  pageOfIncoming(userId: string, filter: IncomingFilter, page: PageRequest): Page<StoredShare>
  /** Received shares of a user, and those that await acceptance. */
  countIncoming(userId: string): { readonly total_count: number; readonly waiting_count: number }
  /** `itemIds`: of originals or of the sender's own copies. */
  pageOfOutgoing(userId: string, itemIds: readonly string[] | undefined, page: PageRequest): Page<StoredShare>
  add(share: StoredShare): void
  /** Its key, acceptance, sharing mode, expiry and where its values are; nothing else of a share changes. */
  update(share: StoredShare): void
  delete(id: string): void
  valuesOf(shareId: string): readonly ShareValue[]
  addValue(shareId: string, value: ShareValue): void
  deleteValues(shareId: string): void
  /** Of every share of the item. */
  deleteValuesOfSlot(itemId: string, slotId: string): void
}
