import type { ItemReply } from '../../../shared/contract/items.ts'
import type { SharedItem } from './share-rows.ts'

/** The fields of items that shares show, by original id. */
export function sharedItemsOf(page: Pick<ItemsPage, 'items' | 'slots'>): Map<string, SharedItem> {
  const slotsByItem = Map.groupBy(page.slots, ({ item_id }) => item_id)
  return new Map(
    page.items.map(({ id, original_id, label, item_template_label }) => {
      const own = slotsByItem.get(id) ?? []
      const slots = new Map(own.map((slot) => [slot.original_id ?? slot.id, { id: slot.id, label: slot.label }]))
      return [original_id ?? id, { id, label, item_template_label, slots }]
    }),
  )
}

interface ItemsPage extends Pick<ItemReply, 'slots'> {
  readonly items: readonly ItemReply['item'][]
}
