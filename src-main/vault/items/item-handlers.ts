import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { itemOperations } from '../../../shared/contract/items.ts'
import type { Page } from '../../../shared/contract/paging.ts'
import type { MixedHandlersFor } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import type { ItemTemplateStore } from '../item-templates/item-template-store.ts'
import { createItemChanger } from './change-item.ts'
import { createItemMaker } from './create-item.ts'
import { getItem, getOwnItem } from './get-item.ts'
import { itemEvent } from './item-events.ts'
import { isOwnItem, matchesNothing } from './item-rules.ts'
import type { ItemSharing } from './item-sharing.ts'
import type { ItemStore, StoredItem } from './item-store.ts'
import type { FilesOfSlots } from '../attachments/render-attachment.ts'
import type { ItemViews } from './item-views.ts'
import type { ConnectedOwners } from './read-items.ts'
import { createItemReader } from './read-items.ts'

export interface ItemDependencies {
  readonly items: ItemStore
  readonly templates: ItemTemplateStore
  readonly classification: ClassificationStore
  readonly connections: ConnectedOwners
  readonly sharing: ItemSharing
  readonly views: ItemViews
  readonly files: FilesOfSlots
  /** Slots without id update the slot of their name; off unless old clients need it. */
  readonly matchSlotsByName: boolean
}

const EMPTY_PAGE: Page<StoredItem> = { rows: [], next: undefined }

/** Items of the acting user (docs/contract/vault.md, Items). */
export function itemHandlers(dependencies: ItemDependencies): MixedHandlersFor<typeof itemOperations> {
  const { items, sharing, views, connections } = dependencies
  const { readItem, readItems } = createItemReader(dependencies)
  const makeItem = createItemMaker(dependencies)
  const changeItem = createItemChanger(dependencies)

  return {
    itemsGet(call, { query }) {
      const { userId } = call
      const request = readPageRequest(query)
      const connected = connections.idsConnectedAmong(userId, query.owner_id === undefined ? [] : [query.owner_id])
      const page = matchesNothing(query, userId, connected) ? EMPTY_PAGE : items.pageOfItems(userId, query, request)
      return { ...readItems(call, page.rows), ...pagingFields(page, request) }
    },
    itemsPost(call, { body }) {
      return readItem(call, makeItem(call, body))
    },
    itemsIdGet(call, { params }) {
      const item = getItem(items, call.userId, params.id)
      views.report(call, item)
      return readItem(call, item)
    },
    itemsIdPut: {
      *steps(call, { params, body }) {
        const item = getOwnItem(items, call.userId, params.id)
        refuseConflict(item, body.based_on)
        return readItem(call, yield* changeItem(call, item, body.item))
      },
    },
    itemsIdDelete: {
      *steps(call, { params }) {
        const item = getItem(items, call.userId, params.id)
        if (!isOwnItem(item)) {
          yield* sharing.copyDeleted(call, item)
          return undefined
        }
        yield* sharing.ownItemDeleting(call, item)
        items.deleteItem(item.id)
        call.emit(itemEvent(item, 'item.deleted'))
        return undefined
      },
    },
  }
}

/** @throws {ServiceError} `edit_conflict` */
function refuseConflict({ updated_at }: StoredItem, basedOn: string | undefined): void {
  if (basedOn === undefined || basedOn === updated_at) return
  const message = phrase`The item was changed by somebody else since you read it, last at ${updated_at}.`
  throw new ServiceError('edit_conflict', message, { extraInfo: { parameter: 'based_on' } })
}
