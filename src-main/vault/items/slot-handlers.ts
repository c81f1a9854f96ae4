import type { AttachmentsFolder } from '../../../shared/contract/files.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { slotOperations } from '../../../shared/contract/slots.ts'
import type { MixedHandlersFor, VaultCall } from '../../service/call.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import { getItem, getOwnItem } from './get-item.ts'
import { slotEvent } from './item-events.ts'
import { foreignOwnerIds } from './item-rules.ts'
import type { ItemSharing } from './item-sharing.ts'
import type { ItemStore, StoredSlot } from './item-store.ts'
import type { ConnectedOwners } from './read-items.ts'
import { renderSlot } from './render-item.ts'

interface SlotDependencies {
  readonly classification: Pick<ClassificationStore, 'linksOfSlot'>
  readonly connections: ConnectedOwners
  readonly sharing: Pick<ItemSharing, 'slotDeleted'>
  readonly folderOfSlot: FolderOfSlot
}

/** Renders a folder for the user who has it in a slot. */
export type FolderOfSlot = (call: VaultCall, folderId: string) => AttachmentsFolder

/** Handles single slots of items (docs/contract/vault.md, Slots). Slots of templates cannot be reached this way. */
export function slotHandlers(
  items: ItemStore,
  { classification, connections, sharing, folderOfSlot }: SlotDependencies,
): MixedHandlersFor<typeof slotOperations> {
  return {
    slotsIdGet({ userId }, { params }) {
      const slot = getSlot(userId, params.id)
      const nodeIds = classification.linksOfSlot(slot.id).map(({ node_id }) => node_id)
      const item = getItem(items, userId, slot.item_id)
      const connected = connections.idsConnectedAmong(userId, foreignOwnerIds([item]))
      return { slot: renderSlot(slot, item, { connected, nodeIds }) }
    },
    slotsIdDelete: {
      *steps(call, { params }) {
        const slot = getSlot(call.userId, params.id)
        const item = getOwnItem(items, call.userId, slot.item_id)
        yield* sharing.slotDeleted(call, slot)
        items.deleteSlot(slot.id)
        items.updateItem({ ...item, updated_at: call.now })
        call.emit(slotEvent('slot.deleted', { item, slot }))
        return undefined
      },
    },
    slotsIdAttachmentsFolderGet(call, { params }) {
      const { attachments_folder_id: id } = getSlot(call.userId, params.slot_id)
      if (id === null) throw new ServiceError('not_found', 'This slot has no attachments folder.')
      return { attachments_folder: folderOfSlot(call, id) }
    },
  }

  function getSlot(userId: string, id: string): StoredSlot {
    const slot = items.findSlot(userId, id)
    if (slot === undefined) throw new ServiceError('not_found', 'You have no slot with this id.')
    return slot
  }
}
