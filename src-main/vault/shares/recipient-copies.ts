import type { Change } from '../../service/call.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import type { ItemStore, StoredItem, StoredSlot } from '../items/item-store.ts'
import { emptySlot } from '../items/slot-rules.ts'
import type { CopyStore } from './copy-store.ts'
import { originalId } from './new-share-rules.ts'
import type { PlannedShare } from './new-share-rules.ts'
import { isGranted, shareOfCopy } from './share-rules.ts'
import type { CopyPlace, ShareStore, ShareValue, StoredShare } from './share-store.ts'
import type { SealedContent } from './slot-value-rules.ts'

interface RecipientCopiesDependencies {
  readonly items: ItemStore
  readonly shares: ShareStore
  readonly copies: CopyStore
  readonly classification: ClassificationStore
}

/** An own item or copy with its slots, from which the first copy for a recipient is made. */
export interface CopySource {
  readonly item: StoredItem
  /** Slots in the scope of the share. */
  readonly slots: readonly StoredSlot[]
}

const HIDDEN: SealedContent & { readonly attachment_id: null; readonly attachments_folder_id: null } = {
  encrypted_value: null,
  encrypted_value_verification_key: null,
  value_verification_hash: null,
  attachment_id: null,
  attachments_folder_id: null,
}

export type RecipientCopies = ReturnType<typeof createRecipientCopies>

/**
 * Keeps the copies that recipients have of shared items: one per recipient and original, with the values of just one
 * share, and with none until that share is granted (docs/contract/vault.md, Shares: what a recipient sees, Shares: one
 * copy). The copy contains only what the recipient may read, so that no reader has to hide anything.
 */
export function createRecipientCopies({ items, shares, copies, classification }: RecipientCopiesDependencies) {
  return { addFirstShare, addFurtherShare, settle }

  /** Stores the first share of an item for a recipient, and makes the copy. */
  function addFirstShare(change: Change, { share, slots, content }: PlannedShare, { item }: CopySource): StoredItem {
    const granted = isGranted(share)
    const stored: StoredShare = { ...share, values_in_copy: granted ? 1 : 0 }
    shares.add(stored)
    if (!granted) storeValues(stored.id, valuesOf({ slots, content }))
    const copy = copyOfItem(item, stored, change)
    items.addItem(copy)
    const slotIds = new Map<string, string>()
    for (const slot of slots) {
      const made = {
        ...copyOfSlot(slot, copy.id, change),
        ...(granted ? contentOf(slot, content.get(slot.id)) : HIDDEN),
      }
      items.addSlot(made)
      slotIds.set(slot.id, made.id)
    }
    copyGlobalLinks({ item, copy, slotIds })
    return copy
  }

  /** Stores one more share of an item that the recipient has a copy of; {@link settle} decides whether it takes over. */
  function addFurtherShare({ share, slots, content }: PlannedShare): void {
    shares.add(share)
    storeValues(share.id, valuesOf({ slots, content }))
  }

  /**
   * Updates the copy after shares were added, ended or changed.
   *
   * @returns the copy; undefined when the recipient has none any more
   */
  function settle(change: Pick<Change, 'now' | 'newId'>, place: CopyPlace): StoredItem | undefined {
    const copy = copies.find(place)
    if (copy === undefined) return undefined
    const all = shares.ofPlaces([place])
    const shown = shareOfCopy(all, copy.share_id)
    for (const { id } of all.filter((share) => share.values_in_copy === 1 && share.id !== shown?.id)) {
      takeValuesOut(id, copy)
    }
    if (shown === undefined) {
      items.deleteItem(copy.id)
      return undefined
    }
    const isShownAlready = shown.id === copy.share_id
    const isFull = !isGranted(shown) || shown.values_in_copy === 1
    if (!isShownAlready || !isFull) show(change, copy, shown)
    return isShownAlready ? copy : { ...copy, share_id: shown.id, updated_at: change.now }
  }

  /** The share continues beside the one that takes over the copy. */
  function takeValuesOut(shareId: string, copy: StoredItem): void {
    const share = shares.find(shareId)
    if (share === undefined) return
    storeValues(
      share.id,
      items.slotsOfItem(copy.id).map((slot) => ({ ...slot, slot_id: originalId(slot) })),
    )
    shares.update({ ...share, values_in_copy: 0 })
  }

  function show(change: Pick<Change, 'now' | 'newId'>, copy: StoredItem, share: StoredShare): void {
    const values = new Map(shares.valuesOf(share.id).map((value) => [value.slot_id, value]))
    const current = new Map(items.slotsOfItem(copy.id).map((slot) => [originalId(slot), slot]))
    const granted = isGranted(share)
    for (const [id, slot] of current) if (!values.has(id)) items.deleteSlot(slot.id)
    for (const original of items.slotsOfItem(share.item_id)) {
      const value = values.get(original.id)
      if (value === undefined) continue
      const content = granted ? contentOf(original, value) : HIDDEN
      const slot = current.get(original.id)
      if (slot === undefined) items.addSlot({ ...copyOfSlot(original, copy.id, change), ...content })
      else copies.setContent(slot.id, content, change.now)
    }
    copies.setShare(copy.id, share.id, change.now)
    if (!granted) return
    shares.deleteValues(share.id)
    shares.update({ ...share, values_in_copy: 1 })
  }

  function storeValues(shareId: string, values: readonly ShareValue[]): void {
    for (const value of values) shares.addValue(shareId, value)
  }

  /** Tags are a user's own and are not passed on; nodes of everybody are (docs/contract/vault.md, Shares: one copy). */
  function copyGlobalLinks({ item, copy, slotIds }: LinkedCopy): void {
    const links = classification.linksOfItem(item.id)
    if (links.length === 0) return
    const nodes = classification.nodesByIds(
      item.user_id,
      links.map(({ node_id }) => node_id),
    )
    const global = new Set(nodes.filter(({ user_id }) => user_id === null).map(({ id }) => id))
    for (const { slot_id, node_id } of links) {
      const copiedSlot = slot_id === null ? null : slotIds.get(slot_id)
      if (copiedSlot === undefined || !global.has(node_id)) continue
      classification.addLink({ item_id: copy.id, slot_id: copiedSlot, node_id, user_id: copy.user_id })
    }
  }
}

interface LinkedCopy {
  readonly item: StoredItem
  readonly copy: StoredItem
  /** Slots of the copy by those of the item. */
  readonly slotIds: ReadonlyMap<string, string>
}

function copyOfItem(item: StoredItem, share: StoredShare, { now, newId }: Pick<Change, 'now' | 'newId'>): StoredItem {
  return {
    ...item,
    id: newId(),
    user_id: share.recipient_id,
    original_id: share.item_id,
    share_id: share.id,
    ordinal: 0,
    created_at: now,
    updated_at: now,
  }
}

/** A new slot of a copy, without content (docs/contract/vault.md, Shares: one copy). */
export function copyOfSlot(
  slot: StoredSlot,
  copyId: string,
  { now, newId }: Pick<Change, 'now' | 'newId'>,
): StoredSlot {
  return {
    ...emptySlot(copyId, now),
    id: newId(),
    original_id: originalId(slot),
    name: slot.name,
    label: slot.label,
    description: slot.description,
    visible: slot.visible,
    required: slot.required,
    slot_type_name: slot.slot_type_name,
    creator: slot.creator,
  }
}

type Files = Pick<StoredSlot, 'attachment_id' | 'attachments_folder_id'>

/** The content of a copied slot while its share is granted: sealed content, and the files of the original. */
export function contentOf(
  { attachment_id, attachments_folder_id }: Files,
  value: SealedContent = HIDDEN,
): SealedContent & Files {
  const { encrypted_value, encrypted_value_verification_key, value_verification_hash } = value
  return {
    encrypted_value,
    encrypted_value_verification_key,
    value_verification_hash,
    attachment_id,
    attachments_folder_id,
  }
}

function valuesOf({ slots, content }: Pick<PlannedShare, 'slots' | 'content'>): ShareValue[] {
  return slots.map((slot) => ({ ...contentOf(slot, content.get(slot.id)), slot_id: originalId(slot) }))
}
