import type { Ref } from 'vue'
import { computed } from 'vue'
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

/**
 * How a list is sorted, as the service takes it.
 *
 * @param fields the field each column orders by
 * @param first the column until somebody chooses
 */
export function orderOf<Column extends string, Field extends string>(
  fields: Readonly<Record<Column, Field>>,
  first: NoInfer<Column>,
  sort: ListSort | undefined,
): { order_by: Field; order: 'asc' | 'desc' } {
  const isColumn = (id: string | undefined): id is Column => id !== undefined && Object.hasOwn(fields, id)
  return {
    order_by: fields[isColumn(sort?.id) ? sort.id : first],
    order: sort?.direction === 'ascending' ? 'asc' : 'desc',
  }
}
