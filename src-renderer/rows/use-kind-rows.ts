import { computed } from 'vue'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'
import type { useRecordKind } from './record-kind.ts'
import type { useAddressFilter } from './use-address-filter.ts'
import { useWholeRows } from './use-whole-rows.ts'

interface KindRowsOptions<Row> {
  readonly address?: Pick<ReturnType<typeof useAddressFilter>, 'chosen' | 'sort'>
  /** What is looked in for the words of the filter, where that is not what the columns say. */
  readonly textsOf?: (row: Row) => readonly (string | null | undefined)[]
  readonly stays?: (row: Row) => boolean
}

/**
 * The records of a kind in a list that stands on a screen of its own, read as a whole: its rows, and in `list` what a
 * RowList is bound to.
 */
export function useKindRows<Row>(
  kind: ReturnType<typeof useRecordKind<Row>>,
  source: Parameters<typeof useWholeRows<Row>>[0],
  { address, textsOf, stays }: KindRowsOptions<Row> = {},
) {
  const rows = useWholeRows<Row>(source, {
    keyOf: kind.value.keyOf,
    textsOf: textsOf ?? ((row) => kind.value.columns.map(({ text }) => text?.(row))),
    columns: () => kind.value.columns,
    choices: () => kind.value.choices,
    ...(address && { address }),
    ...(stays && { stays }),
  })
  const { words, sort } = rows

  const list = computed(() => {
    const { name, label, columns, actionsOf, removal, nothing, filterLabel, placeholder, choices } = kind.value
    return {
      name,
      rows,
      label,
      columns,
      actions: actionsOf,
      removal,
      empty: nothing,
      filter: { label: filterLabel, filters: choices, ...(placeholder !== undefined && { placeholder }) },
      words: words.value,
      'onUpdate:words': (next: string) => void (words.value = next),
      sort: sort.value,
      'onUpdate:sort': (next: ListSort | undefined) => void (sort.value = next),
      chosen: address?.chosen.value ?? {},
      'onUpdate:chosen': (next: Chosen) => address && void (address.chosen.value = next),
    }
  })

  return { ...rows, list }
}
