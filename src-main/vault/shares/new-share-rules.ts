import { samePublicKey } from '../../../shared/contract/public-key-text.ts'
import type { NewShare } from '../../../shared/contract/shares.ts'
import type { StoredConnection } from '../connections/connection-store.ts'
import type { AddFault } from '../faulty-fields.ts'
import { isOwnItem } from '../items/item-rules.ts'
import type { StoredItem, StoredSlot } from '../items/item-store.ts'
import { isLater, onShareRefusal } from './on-share-rules.ts'
import { requestedMode } from './share-rules.ts'
import type { StoredShare } from './share-store.ts'
import { contentOfNewShare } from './slot-value-rules.ts'
import type { SealedContent } from './slot-value-rules.ts'

/** The recipient's side of a connection: the key of a share is encrypted with its key. */
export type RecipientSide = Pick<StoredConnection, 'other_user_public_key' | 'other_user_keypair_external_id'>

/** Facts about an item that somebody wants to share. */
export interface SharedItem {
  /** The item as the sender has it: an own one, or a copy. */
  readonly item: StoredItem
  readonly slots: readonly StoredSlot[]
  /** The share that a copy shows; undefined for an own item. */
  readonly received: StoredShare | undefined
}

interface NewShareFacts extends SharedItem {
  readonly id: string
  readonly now: string
  /** Undefined if the sender is not connected to the recipient. */
  readonly recipient: RecipientSide | undefined
}

/** A share to be made, with its values by the sender's slot ids. */
export interface PlannedShare {
  readonly share: StoredShare
  readonly slots: readonly StoredSlot[]
  readonly content: ReadonlyMap<string, SealedContent>
}

type ShareTerms = Pick<
  NewShare,
  | 'encrypted_dek'
  | 'sharing_mode'
  | 'onsharing_permitted'
  | 'acceptance_required'
  | 'terms'
  | 'expires_at'
  | 'slot_id'
  | 'slot_values'
>

/** Decides on one entry of POST /items/{id}/shares. Notes a fault for every rule that is broken. */
export function planShare(entry: NewShare, facts: NewShareFacts, fault: AddFault): PlannedShare {
  const { item, recipient } = facts
  noteRecipientFaults(entry, facts, fault)
  if (recipient !== undefined && typeof entry.public_key === 'string') {
    if (!samePublicKey(entry.public_key, recipient.other_user_public_key)) {
      fault('public_key', 'public_key_mismatch', "is not the recipient's key of your connection")
    }
  }
  const terms = planTerms(entry, facts, fault)
  const share: StoredShare = {
    ...terms.fields,
    id: facts.id,
    owner_id: item.owner_id,
    sender_id: item.user_id,
    recipient_id: entry.recipient_id,
    item_id: originalId(item),
    public_key: entry.public_key ?? recipient?.other_user_public_key ?? '',
    keypair_external_id: entry.keypair_external_id ?? recipient?.other_user_keypair_external_id ?? null,
    created_at: facts.now,
    values_in_copy: 0,
  }
  return { share, slots: terms.slots, content: terms.content }
}

/** The id of the original of an item or slot: its own, unless it is a copy. */
export function originalId({ id, original_id }: Pick<StoredItem, 'id' | 'original_id'>): string {
  return original_id ?? id
}

/** Reveals that a recipient is the owner only if the sender is connected to them, and so may know it. */
function noteRecipientFaults({ recipient_id }: NewShare, { item, recipient }: NewShareFacts, fault: AddFault): void {
  if (recipient_id === item.user_id) fault('recipient_id', 'sharing_with_self', 'is yourself')
  else if (recipient === undefined) fault('recipient_id', 'recipient_not_connected', 'is nobody you are connected to')
  else if (recipient_id === item.owner_id) fault('recipient_id', 'sharing_with_self', 'is the owner of the item')
}

/**
 * The part of a share that does not depend on its recipient: the same rules hold for share intents
 * (docs/contract/vault.md, Share intents), which have none yet.
 */
export function planTerms(
  entry: ShareTerms,
  { item, slots: all, received, now }: SharedItem & { readonly now: string },
  fault: AddFault,
) {
  const slots = slotsInScope(all, entry.slot_id ?? null, fault)
  const slotId = typeof entry.slot_id === 'string' && slots[0] !== undefined ? originalId(slots[0]) : null
  const own = isOwnItem(item)
  const refusal = own ? undefined : onShareRefusal(received, slotId)
  if (refusal !== undefined) fault('item_id', 'onsharing_not_permitted', refusal)
  const sharing_mode = requestedMode(entry) ?? 'owner'
  return {
    slots,
    content: contentOfNewShare({ slots, values: entry.slot_values, source: own ? sharing_mode : 'on-sharer' }, fault),
    fields: {
      slot_id: slotId,
      encrypted_dek: entry.encrypted_dek,
      sharing_mode,
      acceptance_required: entry.acceptance_required ?? ('acceptance_not_required' as const),
      terms: entry.terms ?? null,
      expires_at: plannedExpiry(
        entry.expires_at ?? null,
        { limit: own ? null : (received?.expires_at ?? null), now },
        fault,
      ),
    },
  }
}

/** All slots, or the one; nothing after a fault. */
function slotsInScope(slots: readonly StoredSlot[], slotId: string | null, fault: AddFault): readonly StoredSlot[] {
  if (slotId === null) return slots
  const one = slots.filter(({ id }) => id === slotId)
  if (one.length === 0) fault('slot_id', 'slot_not_found', 'is not a slot of this item')
  return one
}

interface ExpiryBounds {
  readonly limit: string | null
  readonly now: string
}

/** Checks that an expiry is in the future and not after the passed-on share's, which is the default. */
export function plannedExpiry(wanted: string | null, { limit, now }: ExpiryBounds, fault: AddFault): string | null {
  if (wanted === null) return limit
  if (wanted <= now) fault('expires_at', 'expires_at_invalid', 'has passed already')
  else if (isLater(wanted, limit)) fault('expires_at', 'expires_at_invalid', 'is later than the end of your own share')
  return wanted
}
