import type { NewEvent } from '../../service/emitted-events.ts'
import type { ResolvedNode } from '../classification/classifier.ts'
import { linkEvent, tagEvent } from '../classification/tag-events.ts'
import type { StoredItem, StoredSlot } from './item-store.ts'
import type { SlotChange } from './slot-change-rules.ts'

/** Events of items, slots and their classification. They never contain values. */

/** A change to the links of an item (`slot` undefined) or of one of its slots. */
export interface ClassificationChange {
  readonly slot: StoredSlot | undefined
  readonly link: readonly ResolvedNode[]
  readonly unlink: readonly ResolvedNode[]
}

export function itemEvent(
  item: StoredItem,
  name: 'item.created' | 'item.updated' | 'item.deleted',
  details: { readonly id?: string; readonly value?: Readonly<Record<string, unknown>> } = {},
): NewEvent {
  return {
    ...(details.id === undefined ? {} : { id: details.id }),
    user_id: item.user_id,
    eventable_type: 'Item',
    eventable_id: item.id,
    event_type: EVENT_TYPES[name],
    name,
    label: item.label,
    value: { item_id: item.id, item_label: item.label, ...details.value },
  }
}

/** `parentId`: event of the item that caused it; without one the slot was deleted on its own. */
export function slotEvent(
  name: 'slot.created' | 'slot.updated' | 'slot.deleted',
  { item, slot }: { readonly item: StoredItem; readonly slot: Pick<StoredSlot, 'id' | 'label'> },
  parentId: string | null = null,
): NewEvent {
  return {
    parent_id: parentId,
    user_id: item.user_id,
    eventable_type: 'Slot',
    eventable_id: slot.id,
    event_type: EVENT_TYPES[name],
    name,
    label: slot.label,
    value: { item_id: item.id, slot_id: slot.id, slot_label: slot.label },
  }
}

const EVENT_TYPES = {
  'item.created': 'create',
  'item.updated': 'update',
  'item.deleted': 'delete',
  'slot.created': 'create',
  'slot.updated': 'update',
  'slot.deleted': 'delete',
} as const

/** Events of a slot that got an attachment or an attachments folder. */
export function attachedEvents(item: StoredItem, { before, after }: SlotAttachment, parentId: string): NewEvent[] {
  const linked = (['attachment_id', 'attachments_folder_id'] as const).filter(
    (key) => after[key] !== null && after[key] !== before?.[key],
  )
  return linked.map((key) => ({
    parent_id: parentId,
    user_id: item.user_id,
    eventable_type: 'Slot',
    eventable_id: after.id,
    event_type: 'update',
    name: 'slot.attached',
    label: after.label,
    value: { item_id: item.id, slot_id: after.id, [key]: after[key] },
  }))
}

type SlotAttachment = Pick<SlotChange, 'after'> & { readonly before?: StoredSlot }

export function tagEvents(userId: string, tags: readonly ResolvedNode[], parentId: string): NewEvent[] {
  return tags.map((tag) => tagEvent('tag.created', tag, { userId, parentId }))
}

export function classificationEvents(item: StoredItem, change: ClassificationChange, parentId: string): NewEvent[] {
  const about = { userId: item.user_id, parentId, at: { item_id: item.id, slot_id: change.slot?.id ?? null } }
  return [
    ...change.unlink.map((node) => linkEvent('item.unclassified', node, about)),
    ...change.link.map((node) => linkEvent('item.classified', node, about)),
  ]
}
