import type { ItemReply } from '../../../shared/contract/items.ts'
import type { ShownNode } from '../../../shared/contract/workbench-items.ts'

export type NodesById = ReadonlyMap<string, ShownNode>

/** The classification nodes of a reply by id, with the fields the window shows. */
export function nodesById(nodes: ItemReply['classification_nodes']): NodesById {
  return new Map(nodes.map(({ id, name, label, scheme, own }) => [id, { id, name, label, scheme, own }]))
}

/** The nodes of an item or slot: the user's own tags, and public nodes. */
export function tagsOf(classified: { readonly classification_node_ids: readonly string[] }, nodes: NodesById) {
  return classified.classification_node_ids.flatMap((id) => nodes.get(id) ?? [])
}
