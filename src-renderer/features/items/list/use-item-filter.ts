import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'
import { useAddressFilter } from '../../../rows/use-address-filter.ts'
import type { ListSort } from '../../../ui/list-model.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { RowsQuery } from './use-item-rows.ts'

const TYPING_MS = 80
const MAX_TEXT = 255

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

/** What the list of one actor is filtered and ordered by, and the query this makes. */
export function useItemFilter(actor: string) {
  const text = ref('')
  const settled = refDebounced(text, TYPING_MS)
  const { chosen, sort, query: address } = useAddressFilter(FILTERS, NEWEST_FIRST)

  const query = computed<RowsQuery>(() => {
    const { owner, sharedWith, template, tag, tree } = chosen.value
    const typed = (text.value === '' ? '' : settled.value).trim().slice(0, MAX_TEXT)
    return {
      ...(typed !== '' && { text: typed }),
      ...ownerOf(owner?.[0]),
      ...(sharedWith?.[0] !== undefined && { shared_with: sharedWith[0] }),
      ...(template?.[0] !== undefined && { template: template[0] }),
      ...(tag !== undefined && { node_ids: [...tag] }),
      ...(tree?.[0] !== undefined && { scheme: tree[0] }),
      ...orderOf(sort.value),
    }
  })
  const active = computed(() => text.value.trim() !== '' || Object.keys(chosen.value).length > 0)

  function clear(): void {
    text.value = ''
    chosen.value = {}
  }
  useActor(actor).whenLocked(clear)

  return { text, chosen, sort, address, query, active, clear }
}

function orderOf(sort: ListSort | undefined): Pick<RowsQuery, 'order_by' | 'order'> {
  const known = Object.entries(ORDERS).find(([column]) => column === sort?.id)
  return { order_by: known?.[1] ?? ORDERS.updated, order: sort?.direction === 'ascending' ? 'asc' : 'desc' }
}

/** Own items, those of others, or those of one person. */
function ownerOf(chosen: string | undefined): Pick<RowsQuery, 'own' | 'owner_id'> {
  if (chosen === undefined) return {}
  return chosen === 'own' || chosen === 'shared' ? { own: chosen === 'own' } : { owner_id: chosen }
}
