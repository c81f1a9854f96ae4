import { computed } from 'vue'
import { useAddressFilter } from '../../../rows/use-address-filter.ts'
import { orderOf, useRelevanceOrder, useTypedFilter } from '../../../rows/use-typed-filter.ts'
import type { ListSort } from '../../../ui/list-model.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { RowsQuery } from './use-item-rows.ts'
import { useValueSearch } from './use-value-search.ts'

/** Columns that can be sorted, and the field each one orders by. */
const ORDERS = {
  name: 'label',
  owner: 'owner',
  slots: 'slots_count',
  shares: 'shares_count',
  tags: 'tags',
  updated: 'updated_at',
} as const

const FILTERS = ['owner', 'sharedWith', 'tag', 'tree', 'template']
const NEWEST_FIRST: ListSort = { id: 'updated', direction: 'descending' }

/** The filter and order of an actor's list, and the resulting query. */
export function useItemFilter(actor: string) {
  const list = useAddressFilter(FILTERS, NEWEST_FIRST)
  const { chosen, query: address } = list
  const { sought, ...bar } = useTypedFilter(chosen)
  const inValues = useValueSearch(() => actor)
  const sort = useRelevanceOrder(list, () => sought.value !== '')

  const query = computed<RowsQuery>(() => {
    const { owner, sharedWith, template, tag, tree } = chosen.value
    return {
      ...(sought.value !== '' && { text: sought.value, ...(inValues.isOn.value && { values: true }) }),
      ...ownerOf(owner?.[0]),
      ...(sharedWith?.[0] !== undefined && { shared_with: sharedWith[0] }),
      ...(template?.[0] !== undefined && { template: template[0] }),
      ...(tag !== undefined && { node_ids: [...tag] }),
      ...(tree?.[0] !== undefined && { scheme: tree[0] }),
      ...orderOf(ORDERS, 'updated', sort.value),
    }
  })
  useActor(actor).whenLocked(bar.clear)

  return { ...bar, chosen, sort, address, query, inValues }
}

/** Own items, those of others, or those of one person. */
function ownerOf(chosen: string | undefined): Pick<RowsQuery, 'own' | 'owner_id'> {
  if (chosen === undefined) return {}
  return chosen === 'own' || chosen === 'shared' ? { own: chosen === 'own' } : { owner_id: chosen }
}
