import type { Item } from '../../../shared/contract/items.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import { describedSlot } from '../described-slot.ts'
import { isOwnItem, itemFieldsOf, shownOwnerId } from './item-rules.ts'
import type { ConnectedUsers } from './item-rules.ts'
import type { StoredItem, StoredSlot } from './item-store.ts'

/** Facts shown with an item or slot that are not stored in it. */
interface ShownWith {
  readonly nodeIds: string[]
  readonly connected: ConnectedUsers
}

/** An item as its holder sees it. Templates have no images yet. */
export function renderItem(
  item: StoredItem,
  { slots, nodeIds, connected }: ShownWith & { readonly slots: readonly StoredSlot[] },
): Item {
  return {
    id: item.id,
    own: isOwnItem(item),
    name: item.name,
    label: item.label,
    ...itemFieldsOf(item),
    user_id: item.user_id,
    owner_id: shownOwnerId(item, connected),
    original_id: item.original_id,
    share_id: item.share_id,
    item_template_id: item.item_template_id,
    item_template_label: item.item_template_label,
    ordinal: item.ordinal,
    visible: item.visible === 1,
    classification_node_ids: nodeIds,
    slot_ids: slots.map((slot) => slot.id),
    image: null,
    item_image: null,
    created_at: item.created_at,
    updated_at: item.updated_at,
  }
}

/** A slot as the holder of its item sees it. */
export function renderSlot(slot: StoredSlot, item: StoredItem, { nodeIds, connected }: ShownWith): Slot {
  return {
    ...describedSlot(slot),
    own: isOwnItem(item),
    share_id: item.share_id,
    item_id: slot.item_id,
    encrypted_value: slot.encrypted_value,
    encrypted_value_verification_key: slot.encrypted_value_verification_key,
    value_verification_hash: slot.value_verification_hash,
    classification_node_ids: nodeIds,
    attachment_id: slot.attachment_id,
    attachments_folder_id: slot.attachments_folder_id,
    original_id: slot.original_id,
    owner_id: shownOwnerId(item, connected),
    creator: slot.creator,
  }
}
