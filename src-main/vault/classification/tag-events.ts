import type { NewEvent } from '../../service/emitted-events.ts'
import type { ResolvedNode } from './classifier.ts'
import type { ClassificationLink } from './classification-store.ts'

/** Events of tags, and of linking nodes to items and slots (docs/contract/vault.md, Events: names). */

const EVENT_TYPES = { 'tag.created': 'create', 'tag.updated': 'update', 'tag.deleted': 'delete' } as const

interface TagEventDetails {
  readonly userId: string
  /** The id of the event, where others name it as their cause. */
  readonly id?: string
  readonly parentId?: string
}

/** A tag was made, renamed or deleted. */
export function tagEvent(
  name: keyof typeof EVENT_TYPES,
  { node, scheme }: ResolvedNode,
  { userId, id, parentId }: TagEventDetails,
): NewEvent {
  return {
    ...(id !== undefined && { id }),
    ...(parentId !== undefined && { parent_id: parentId }),
    user_id: userId,
    eventable_type: 'Classification',
    eventable_id: node.id,
    event_type: EVENT_TYPES[name],
    name,
    label: node.label,
    value: { name: node.name, scheme },
  }
}

/** An item or slot was classified with a node, or is so no longer. */
export function linkEvent(
  name: 'item.classified' | 'item.unclassified',
  { node, scheme }: ResolvedNode,
  { userId, parentId, at }: LinkEventDetails,
): NewEvent {
  return {
    parent_id: parentId,
    user_id: userId,
    eventable_type: 'Classification',
    eventable_id: node.id,
    event_type: 'update',
    name,
    label: node.label,
    value: { item_id: at.item_id, slot_id: at.slot_id, name: node.name, scheme },
  }
}

interface LinkEventDetails {
  readonly userId: string
  readonly parentId: string
  readonly at: Pick<ClassificationLink, 'item_id' | 'slot_id'>
}
