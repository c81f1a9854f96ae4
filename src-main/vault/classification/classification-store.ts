import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

export interface StoredScheme {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly owned_by_user: 0 | 1
  readonly created_at: string
}

export interface StoredNode {
  readonly id: string
  readonly scheme_id: string
  /** Whose tag; null: a global node. */
  readonly user_id: string | null
  readonly name: string
  readonly label: string
  /** JSON object: label by locale in lower case. */
  readonly label_translations: string | null
  readonly description: string | null
  readonly ordinal: number
  readonly background_color: string | null
  readonly image_id: string | null
  readonly created_at: string
}

/** A node with what is shown beside it. */
export interface ListedNode extends StoredNode {
  readonly scheme: string
  readonly classifications_count: number
  /** Of its image; null: it has none. */
  readonly image_digest: string | null
}

/** An item (`slot_id` null) or a slot that is classified with a node. */
export interface ClassificationLink {
  readonly item_id: string
  readonly slot_id: string | null
  readonly node_id: string
}

/** Conditions on a list of nodes; all of them must hold. */
export interface NodeFilter {
  readonly scheme_name?: string | undefined
  /** Part of the name, without regard to case. */
  readonly name?: string | undefined
  readonly own?: boolean | undefined
}

/** Schemes, nodes and what they classify. A user sees global nodes and own tags, never other users' tags. */
export interface ClassificationStore {
  findSchemeById(id: string): StoredScheme | undefined
  findSchemeByName(name: string): StoredScheme | undefined
  schemes(): readonly StoredScheme[]
  findNode(userId: string, id: string): ListedNode | undefined
  findNodeByName(userId: string, schemeId: string, name: string): ListedNode | undefined
  findNodeByLabel(userId: string, schemeId: string, label: string): ListedNode | undefined
  nodesByIds(userId: string, ids: readonly string[]): readonly ListedNode[]
  /** All nodes the user sees, in the default order. */
  nodes(userId: string): readonly ListedNode[]
  pageOfNodes(userId: string, filter: NodeFilter, page: PageRequest): Page<ListedNode>
  linksOfItem(itemId: string): readonly ClassificationLink[]
  linksOfItems(itemIds: readonly string[]): readonly ClassificationLink[]
  linksOfSlot(slotId: string): readonly ClassificationLink[]
  addScheme(scheme: StoredScheme): void
  addNode(node: StoredNode): void
  addLink(link: ClassificationLink & { readonly user_id: string }): void
  deleteLink(link: ClassificationLink): void
}
