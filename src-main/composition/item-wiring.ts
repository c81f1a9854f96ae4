import { classificationOperations } from '../../shared/contract/classification.ts'
import { itemTemplateOperations } from '../../shared/contract/item-templates.ts'
import { itemOperations } from '../../shared/contract/items.ts'
import { slotOperations } from '../../shared/contract/slots.ts'
import { byId } from '../service/handler-table.ts'
import type { Connection } from '../sqlite/database.ts'
import type { FilesOfSlots } from '../vault/attachments/render-attachment.ts'
import { classificationHandlers } from '../vault/classification/classification-handlers.ts'
import { classificationStore } from '../vault/classification/classification-store.ts'
import { tagHandlers } from '../vault/classification/tag-handlers.ts'
import { itemTemplateHandlers } from '../vault/item-templates/item-template-handlers.ts'
import { itemTemplateStore } from '../vault/item-templates/item-template-store.ts'
import { itemHandlers } from '../vault/items/item-handlers.ts'
import type { ItemSharing } from '../vault/items/item-sharing.ts'
import { itemStore } from '../vault/items/item-store.ts'
import type { ItemViews } from '../vault/items/item-views.ts'
import type { ConnectedOwners } from '../vault/items/read-items.ts'
import { slotHandlers } from '../vault/items/slot-handlers.ts'
import type { FolderOfSlot } from '../vault/items/slot-handlers.ts'

export interface ItemSettings {
  /**
   * Slots without an id in PUT /items/{id} update the slot of the same name, for clients of interface 32.3 or older.
   */
  readonly matchSlotsByName?: boolean
}

interface ItemWiring {
  readonly connection: Connection
  readonly settings: ItemSettings
  readonly connections: ConnectedOwners
  readonly sharing: ItemSharing
  readonly views: ItemViews
  readonly files: FilesOfSlots
  readonly folderOfSlot: FolderOfSlot
}

/** Joins items, slots, templates and classification with their tables. */
export function wireItems(wiring: ItemWiring) {
  const { connection, settings, connections, sharing, views, files, folderOfSlot } = wiring
  const items = itemStore(connection)
  const templates = itemTemplateStore(connection)
  const classification = classificationStore(connection)
  const matchSlotsByName = settings.matchSlotsByName ?? false
  return {
    handlers: {
      ...byId(
        itemOperations,
        itemHandlers({ items, templates, classification, connections, sharing, views, files, matchSlotsByName }),
      ),
      ...byId(slotOperations, slotHandlers(items, { classification, connections, sharing, folderOfSlot })),
      ...byId(itemTemplateOperations, itemTemplateHandlers(templates, classification)),
      ...byId(classificationOperations, {
        ...classificationHandlers(classification),
        ...tagHandlers(classification),
      }),
    },
  }
}
