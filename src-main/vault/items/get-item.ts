import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { isOwnItem } from './item-rules.ts'
import type { ItemStore, StoredItem } from './item-store.ts'

/** @throws {ServiceError} `not_found`, also for an item of somebody else */
export function getItem(items: ItemStore, userId: string, id: string): StoredItem {
  const item = items.findItem(userId, id)
  if (item === undefined) throw new ServiceError('not_found', 'You have no item with this id.')
  return item
}

/** @throws {ServiceError} `not_item_owner` for a duplicate: only the owner changes an item, and sends the change on */
export function getOwnItem(items: ItemStore, userId: string, id: string): StoredItem {
  const item = getItem(items, userId, id)
  if (!isOwnItem(item))
    throw new ServiceError('not_item_owner', phrase`Only the owner of "${item.label}" can change it.`)
  return item
}
