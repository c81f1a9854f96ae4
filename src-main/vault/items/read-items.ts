import type { ItemReply } from '../../../shared/contract/items.ts'
import type { Reader } from '../../service/call.ts'
import { renderNode } from '../classification/classification-handlers.ts'
import type { ClassificationLink, ClassificationStore } from '../classification/classification-store.ts'
import type { FilesOfSlots } from '../attachments/render-attachment.ts'
import { foreignOwnerIds } from './item-rules.ts'
import type { ConnectedUsers } from './item-rules.ts'
import type { ItemStore, StoredItem, StoredSlot } from './item-store.ts'
import { renderItem, renderSlot } from './render-item.ts'

/** Finds connections, because owners are shown only to users connected to them. */
export interface ConnectedOwners {
  /** Which of these users the user is connected to; one statement, or none for an empty list. */
  idsConnectedAmong(userId: string, otherUserIds: readonly string[]): ConnectedUsers
}

type ItemsReply = Omit<ItemReply, 'item'> & { items: ItemReply['item'][] }

interface ItemReaderDependencies {
  readonly items: ItemStore
  readonly classification: ClassificationStore
  readonly connections: ConnectedOwners
  readonly files: FilesOfSlots
}

export type ItemReader = ReturnType<typeof createItemReader>

/** Composes the answers that show items with their slots, nodes and files. */
export function createItemReader({ items, classification, connections, files }: ItemReaderDependencies) {
  return { readItem, readItems }

  /** Reads one item; its nodes are only read if it has any. */
  function readItem(reader: Reader, item: StoredItem): ItemReply {
    const slots = items.slotsOfItem(item.id)
    const nodeIds = groupNodeIds(classification.linksOfItem(item.id))
    const connected = connections.idsConnectedAmong(item.user_id, foreignOwnerIds([item]))
    return {
      item: renderItem(item, { slots, connected, nodeIds: nodeIds.of(item.id) }),
      slots: slots.map((slot) => renderSlot(slot, item, { connected, nodeIds: nodeIds.of(slot.id) })),
      ...related(reader, slots, nodeIds.all),
    }
  }

  /** Items of one user with the slots and nodes of just these items, each kind read in one statement. */
  function readItems(reader: Reader, page: readonly StoredItem[]): ItemsReply {
    const ids = page.map((item) => item.id)
    const stored = items.slotsOfItems(ids)
    const slots = Map.groupBy(stored, (slot) => slot.item_id)
    const nodeIds = groupNodeIds(classification.linksOfItems(ids))
    const connected = connections.idsConnectedAmong(reader.userId, foreignOwnerIds(page))
    const slotsOf = (item: StoredItem): readonly StoredSlot[] => slots.get(item.id) ?? []
    return {
      items: page.map((item) => renderItem(item, { slots: slotsOf(item), connected, nodeIds: nodeIds.of(item.id) })),
      slots: page.flatMap((item) =>
        slotsOf(item).map((slot) => renderSlot(slot, item, { connected, nodeIds: nodeIds.of(slot.id) })),
      ),
      ...related(reader, stored, nodeIds.all),
    }
  }

  function related(
    reader: Reader,
    slots: readonly StoredSlot[],
    nodeIds: readonly string[],
  ): Omit<ItemReply, 'item' | 'slots'> {
    const nodes = nodeIds.length === 0 ? [] : classification.nodesByIds(reader.userId, nodeIds)
    return {
      ...files.filesOf(
        slots.map(({ attachment_id }) => attachment_id),
        reader.origin,
      ),
      classification_nodes: nodes.map((node) => renderNode(node, reader)),
    }
  }
}

/** Node ids by the id of the slot they classify, or else of the item. */
function groupNodeIds(links: readonly ClassificationLink[]) {
  const ids = new Map<string, string[]>()
  for (const { item_id, slot_id, node_id } of links) {
    const of = slot_id ?? item_id
    const known = ids.get(of)
    if (known === undefined) ids.set(of, [node_id])
    else known.push(node_id)
  }
  return {
    of: (id: string): string[] => ids.get(id) ?? [],
    all: links.map(({ node_id }) => node_id),
  }
}
