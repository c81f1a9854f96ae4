import type { ItemReply } from '../../../shared/contract/items.ts'
import type { ShownNode } from '../../../shared/contract/workbench-items.ts'

export type NodesById = ReadonlyMap<string, ShownNode>

/** The nodes that come beside items and slots, as the window shows them. */
export function nodesById(nodes: ItemReply['classification_nodes']): NodesById {
  return new Map(nodes.map(({ id, name, label, scheme, own }) => [id, { id, name, label, scheme, own }]))
}

/** The nodes of an item or of a slot: own tags, and nodes of everybody. */
export function tagsOf(classified: { readonly classification_node_ids: readonly string[] }, nodes: NodesById) {
  return classified.classification_node_ids.flatMap((id) => nodes.get(id) ?? [])
}
