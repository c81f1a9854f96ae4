import type { NewEvent } from '../../service/emitted-events.ts'
import type { ResolvedNode } from './classifier.ts'
import type { ClassificationLink } from './classification-store.ts'

/** Events of tags, and of linking nodes to items and slots (docs/contract/vault.md, Events: names). */

const EVENT_TYPES = { 'tag.created': 'create', 'tag.updated': 'update', 'tag.deleted': 'delete' } as const

interface TagEventDetails {
  readonly userId: string
  /** The id of the event, if other events refer to it as their cause. */
  readonly id?: string
  readonly parentId?: string
}

/** The event that a tag was created, renamed or deleted. */
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

/** The event that an item or slot was linked to a node or unlinked. */
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
