import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { ListSort } from '../../../ui/list-model.ts'
import { useActor } from '../../../session/use-actor.ts'
import type { RowsQuery } from './use-item-rows.ts'

const TYPING_MS = 80
const MAX_TEXT = 255

type Chosen = Readonly<Record<string, readonly string[]>>

/** Columns that can be sorted, and the field each one orders by. */
const ORDERS = { name: 'label', updated: 'updated_at' } as const

/** What the list of one actor is filtered and ordered by, and the query this makes. */
export function useItemFilter(actor: string) {
  const text = ref('')
  const settled = refDebounced(text, TYPING_MS)
  const chosen = shallowRef<Chosen>({})
  const sort = shallowRef<ListSort | undefined>({ id: 'updated', direction: 'descending' })

  const query = computed<RowsQuery>(() => {
    const { owner, sharedWith, template, tag } = chosen.value
    const typed = (text.value === '' ? '' : settled.value).trim().slice(0, MAX_TEXT)
    return {
      ...(typed !== '' && { text: typed }),
      ...ownerOf(owner?.[0]),
      ...(sharedWith?.[0] !== undefined && { shared_with: sharedWith[0] }),
      ...(template?.[0] !== undefined && { template: template[0] }),
      ...(tag !== undefined && { tags: [...tag] }),
      ...orderOf(sort.value),
    }
  })
  const active = computed(() => text.value.trim() !== '' || Object.keys(chosen.value).length > 0)

  function clear(): void {
    text.value = ''
    chosen.value = {}
  }
  useActor(actor).whenLocked(clear)

  return { text, chosen, sort, query, active, clear }
}

function orderOf(sort: ListSort | undefined): Pick<RowsQuery, 'order_by' | 'order'> {
  const order_by = sort?.id === 'name' ? ORDERS.name : ORDERS.updated
  return { order_by, order: sort?.direction === 'ascending' ? 'asc' : 'desc' }
}

/** Own items, those of others, or those of one person. */
function ownerOf(chosen: string | undefined): Pick<RowsQuery, 'own' | 'owner_id'> {
  if (chosen === undefined) return {}
  return chosen === 'own' || chosen === 'shared' ? { own: chosen === 'own' } : { owner_id: chosen }
}
