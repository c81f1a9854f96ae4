import type { NewEvent } from '../../service/emitted-events.ts'
import { itemEvent } from '../items/item-events.ts'
import { changedFields } from '../items/item-rules.ts'
import type { ItemStore, StoredItem } from '../items/item-store.ts'
import type { SlotChange } from '../items/slot-change-rules.ts'
import type { CopyStore } from './copy-store.ts'
import { originalId } from './new-share-rules.ts'

interface CopyReaders {
  readonly items: Pick<ItemStore, 'slotsOfItems'>
  readonly copies: Pick<CopyStore, 'ofItem'>
}

/**
 * Copies in which a change of the original shows at once, because it is not encrypted (docs/contract/vault.md,
 * Items: changing). Values are not among it, nor are slots that a copy does not have: its holder must not learn of
 * them.
 *
 * @returns names of what changes, fields and slots, by the id of the copy
 */
export function changesInCopies(
  { items, copies }: CopyReaders,
  item: StoredItem,
  slots: readonly SlotChange[],
): ReadonlyMap<string, readonly string[]> {
  const all = copies.ofItem(item.id)
  const changed = new Map(slots.filter(isShownChange).map(({ after }) => [after.id, after.name]))
  const copied = changed.size === 0 ? [] : items.slotsOfItems(all.map(({ id }) => id))
  const slotsByCopy = Map.groupBy(copied, ({ item_id }) => item_id)
  const shown = all.map((copy): [string, string[]] => {
    const slotNames = (slotsByCopy.get(copy.id) ?? []).flatMap((slot) => changed.get(originalId(slot)) ?? [])
    return [copy.id, [...changedFields(copy, item), ...new Set(slotNames)]]
  })
  return new Map(shown.filter(([, names]) => names.length > 0))
}

const SHOWN_FIELDS = ['name', 'label', 'description', 'ordinal', 'visible', 'slot_type_name'] as const

function isShownChange({ before, after }: SlotChange): boolean {
  return SHOWN_FIELDS.some((field) => before[field] !== after[field])
}

/** For the holder of a copy. */
export function copyChangedEvent(copy: StoredItem, changed: readonly string[]): NewEvent {
  return itemEvent(copy, 'item.updated', { value: { share_id: copy.share_id, changed } })
}
