import type { ItemReply } from '../../shared/contract/items.ts'
import type { SharedItem } from './share-rows.ts'

/** Items as far as shares show them, by original id. */
export function sharedItemsOf({ items, slots }: Pick<ItemsPage, 'items' | 'slots'>): Map<string, SharedItem> {
  const slotsByItem = Map.groupBy(slots, ({ item_id }) => item_id)
  return new Map(
    items.map(({ id, original_id, label }) => {
      const own = slotsByItem.get(id) ?? []
      const slotLabels = new Map(own.map((slot) => [slot.original_id ?? slot.id, slot.label]))
      return [original_id ?? id, { id, label, slotLabels }]
    }),
  )
}

interface ItemsPage extends Pick<ItemReply, 'slots'> {
  readonly items: readonly ItemReply['item'][]
}
