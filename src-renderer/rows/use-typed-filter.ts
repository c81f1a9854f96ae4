import type { Ref } from 'vue'
import { computed, ref, watch } from 'vue'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'
import { useTypedText } from '../ui/use-typed-text.ts'

/** The filter of rows that the service filters: typed words, and the choices in `chosen`. */
export function useTypedFilter(chosen: Ref<Chosen>) {
  const { text, sought } = useTypedText()
  const active = computed(() => text.value.trim() !== '' || Object.keys(chosen.value).length > 0)

  function clear(): void {
    text.value = ''
    chosen.value = {}
  }

  return { text, sought, active, clear }
}

/** The order of a list, and the initial one. */
interface ListAddress {
  readonly sort: Ref<ListSort | undefined>
  readonly first?: ListSort | undefined
}

/** The order during a search: undefined for best first, unless a person sorted by a column. */
export function useRelevanceOrder({ sort, first }: ListAddress, isSearched: () => boolean): Ref<ListSort | undefined> {
  const isChosen = ref(false)
  watch(isSearched, () => (isChosen.value = false), { flush: 'sync' })
  const isFirst = (): boolean => sort.value?.id === first?.id && sort.value?.direction === first?.direction

  return computed({
    get: () => (isSearched() && !isChosen.value && isFirst() ? undefined : sort.value),
    set: (next) => {
      isChosen.value = next !== undefined
      sort.value = next ?? (isSearched() ? first : undefined)
    },
  })
}

/**
 * The order as a query of the service; its default if undefined.
 *
 * @param fields the sort field of each column
 * @param first the column to use for unknown ones
 */
export function orderOf<Column extends string, Field extends string>(
  fields: Readonly<Record<Column, Field>>,
  first: NoInfer<Column>,
  sort: ListSort | undefined,
): { order_by?: Field; order?: 'asc' | 'desc' } {
  if (sort === undefined) return {}
  const isColumn = (id: string): id is Column => Object.hasOwn(fields, id)
  return {
    order_by: fields[isColumn(sort.id) ? sort.id : first],
    order: sort.direction === 'ascending' ? 'asc' : 'desc',
  }
}
