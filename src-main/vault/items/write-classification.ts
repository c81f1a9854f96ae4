import type { ClassificationStore } from '../classification/classification-store.ts'
import type { ResolvedNode } from '../classification/classifier.ts'
import type { ClassificationChange } from './item-events.ts'
import type { StoredItem } from './item-store.ts'

interface ClassificationPlan {
  readonly newTags: readonly ResolvedNode[]
  readonly changes: readonly ClassificationChange[]
}

/** Writes new tags, then the links of the item and its slots that name them. */
export function writeClassification(
  store: ClassificationStore,
  item: StoredItem,
  { newTags, changes }: ClassificationPlan,
): void {
  for (const { node } of newTags) store.addNode(node)
  for (const { slot, link, unlink } of changes) {
    const at = { item_id: item.id, slot_id: slot?.id ?? null }
    for (const { node } of unlink) store.deleteLink({ ...at, node_id: node.id })
    for (const { node } of link) store.addLink({ ...at, node_id: node.id, user_id: item.user_id })
  }
}
