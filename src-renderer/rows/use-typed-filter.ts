import type { Ref } from 'vue'
import { computed, ref, watch } from 'vue'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'
import { useTypedText } from '../ui/use-typed-text.ts'

/** The filter of rows that the service filters: typed words, and what is `chosen` beside them. */
export function useTypedFilter(chosen: Ref<Chosen>) {
  const { text, sought } = useTypedText()
  const active = computed(() => text.value.trim() !== '' || Object.keys(chosen.value).length > 0)

  function clear(): void {
    text.value = ''
    chosen.value = {}
  }

  return { text, sought, active, clear }
}

/** How a list is sorted, and how until somebody chooses. */
interface ListAddress {
  readonly sort: Ref<ListSort | undefined>
  readonly first?: ListSort | undefined
}

/**
 * How a list is sorted while it is searched: undefined, which is best first, until somebody sorts it by a column or if
 * somebody did before.
 */
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
 * How a list is sorted, as the service takes it; as it likes where nothing is said.
 *
 * @param fields the field each column orders by
 * @param first the column where there is no such column
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
