import type { ChangedItem, GivenItemFields, ItemFields, ItemFilter, NewItem } from '../../../shared/contract/items.ts'
import { eachItemField, ITEM_FIELD_NAMES, NO_ITEM_FIELDS } from '../../../shared/contract/items.ts'
import type { Calling } from '../../../shared/contract/machine-name.ts'
import { callingText, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { StoredItem, StoredItemFields } from './item-store.ts'

type Owned = Pick<StoredItem, 'user_id' | 'owner_id'>

/** An item is own when `user_id` equals `owner_id` (docs/contract/vault.md, Items). */
export function isOwnItem(item: Owned): boolean {
  return item.user_id === item.owner_id
}

/** The ids of users the acting user is connected to. */
export type ConnectedUsers = Pick<ReadonlySet<string>, 'has'>

/** The owner as the holder of the item may see it: hidden on a duplicate whose owner the holder is not connected to. */
export function shownOwnerId(item: Owned, connected: ConnectedUsers): string | null {
  return isOwnItem(item) || connected.has(item.owner_id) ? item.owner_id : null
}

/** Owners of duplicates, who are shown only to those they are connected to. */
export function foreignOwnerIds(items: readonly Owned[]): string[] {
  return [...new Set(items.filter((item) => !isOwnItem(item)).map(({ owner_id }) => owner_id))]
}

/**
 * Whether a filter cannot match anything: an owner who is hidden from the acting user never matches
 * (docs/contract/vault.md, Items: filters).
 */
export function matchesNothing(filter: ItemFilter, userId: string, connected: ConnectedUsers): boolean {
  return filter.owner_id !== undefined && filter.owner_id !== userId && !connected.has(filter.owner_id)
}

interface NewItemFacts {
  readonly id: string
  readonly userId: string
  readonly now: string
  readonly template: Pick<StoredItem, 'id' | 'label'> & Readonly<Partial<ItemFields>>
}

/** A new own item: the name comes from the label, fields from the template where it has them, unless given; null is given. */
export function newItem(attributes: NewItem, { id, userId, now, template }: NewItemFacts): StoredItem {
  return {
    id,
    user_id: userId,
    owner_id: userId,
    original_id: null,
    share_id: null,
    item_template_id: template.id,
    item_template_label: template.label,
    name: nameFrom(attributes),
    label: attributes.label,
    ...storedItemFields(attributes, { ...NO_ITEM_FIELDS, ...template }),
    ordinal: 1,
    visible: 1,
    created_at: now,
    updated_at: now,
  }
}

/** The fields of a stored item, as its readers see them. */
export function itemFieldsOf(item: StoredItemFields): ItemFields {
  const fields = eachItemField((name) => (typeof NO_ITEM_FIELDS[name] === 'boolean' ? Boolean(item[name]) : item[name]))
  return fields as ItemFields // each as its own type says
}

/** The fields as they are stored after a request; those it does not set stay as before. */
export function storedItemFields(given: GivenItemFields, before: ItemFields): StoredItemFields {
  const fields = eachItemField((name) => {
    const value = given[name] === undefined ? before[name] : given[name]
    return typeof value === 'boolean' ? Number(value) : value
  })
  return fields as StoredItemFields // flags are 1 or 0
}

function nameFrom(calling: Calling): string {
  return nameOfLabel('item', callingText(calling) ?? '', () => false) // items may share a name
}

/** The item after a change of its own fields; keys not given stay. Its slots are the business of `slot-rules`. */
export function changeItem(item: StoredItem, attributes: ChangedItem, now: string): StoredItem {
  const { label, name } = attributes
  return {
    ...item,
    label: label ?? item.label,
    name: callingText({ name }) === undefined ? item.name : nameFrom({ name }),
    ...storedItemFields(attributes, itemFieldsOf(item)),
    updated_at: now,
  }
}

const CHANGEABLE_FIELDS = ['label', 'name', ...ITEM_FIELD_NAMES] as const

/** The names of the changed fields, for the event. */
export function changedFields(before: StoredItem, after: StoredItem): string[] {
  return CHANGEABLE_FIELDS.filter((field) => before[field] !== after[field])
}
