import type { Ref } from 'vue'
import { computed } from 'vue'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'
import type { MenuEntry } from '../ui/menu-entry.ts'
import type { Export } from './export/use-export.ts'
import type { ListRows, ListView, RowAction } from './list-rows.ts'
import { runAction } from './list-rows.ts'
import type { ShownKind } from './record-kind.ts'
import type { FilterTexts } from './RowList.vue'
import type { useAddressFilter } from './use-address-filter.ts'
import { useWholeRows } from './use-whole-rows.ts'

type Address = ReturnType<typeof useAddressFilter>

interface KindListOptions {
  /** Shows actions only in the menu of a row. */
  readonly inMenu?: true
  /** The filter is elsewhere, as a RowFilter bound to `bar`. */
  readonly inBar?: true
  /** Further parts of the filter, and its texts. */
  readonly filter?: () => Omit<FilterTexts, 'label'>
  /** Replaces the export of the columns. */
  readonly exporting?: Export
}

interface KindRowsOptions<Row> extends KindListOptions {
  readonly address?: Pick<Address, 'chosen' | 'sort'> & Partial<Pick<Address, 'first' | 'at'>>
  /** The texts that are searched besides those of the columns. */
  readonly textsOf?: (row: Row) => readonly (string | null | undefined)[]
  readonly stays?: (row: Row) => boolean
  readonly view?: ListView
}

/** The records of a kind that are read as a whole: their rows, and the result of {@link useKindList}. */
export function useKindRows<Row>(
  kind: Readonly<Ref<ShownKind<Row>>>,
  source: Parameters<typeof useWholeRows<Row>>[0],
  { address, textsOf, stays, view, ...shown }: KindRowsOptions<Row> = {},
) {
  const keys = computed(() => new Set(source.rows()?.map(kind.value.keyOf)))
  const rows = useWholeRows<Row>(source, {
    keyOf: kind.value.keyOf,
    ...(textsOf && { textsOf }),
    columns: () => kind.value.columns,
    choices: () => kind.value.choices,
    ...(address && { address }),
    // The removed row disappears at once, although the pointer on it holds the list.
    stays: stays ?? ((row) => keys.value.has(kind.value.keyOf(row))),
    ...(view && { view }),
  })
  return {
    ...rows,
    ...useKindList(kind, { ...rows, chosen: address?.chosen }, shown),
    address,
    /** All rows include those that a filter leaves out. */
    all: source.rows,
  }
}

/** Records of a kind, however they are read: `list` for a RecordList, and `bar` for a RowFilter elsewhere. */
export function useKindList<Row>(
  kind: Readonly<Ref<ShownKind<Row>>>,
  rows: ListRows<Row> & {
    readonly words: Ref<string>
    readonly chosen?: Ref<Chosen> | undefined
    readonly sort?: Ref<ListSort | undefined>
    readonly address?: Partial<Pick<Address, 'at'>>
  },
  { inMenu, inBar, filter: more = () => ({}), exporting }: KindListOptions = {},
) {
  const { words, chosen, sort } = rows
  const filter = computed(() => {
    const { filterLabel, placeholder, choices } = kind.value
    return { label: filterLabel, filters: choices, ...(placeholder !== undefined && { placeholder }), ...more() }
  })
  const isFiltered = computed(
    () => filter.value.filtered === true || words.value.trim() !== '' || Object.keys(chosen?.value ?? {}).length > 0,
  )
  const filtering = computed(() => ({
    words: words.value,
    'onUpdate:words': (next: string) => void (words.value = next),
    chosen: chosen?.value ?? {},
    'onUpdate:chosen': (next: Chosen) => chosen && void (chosen.value = next),
  }))

  const list = computed(() => {
    const { name, label, columns, actionsOf, removal, nothing, noMatch } = kind.value
    return {
      name,
      rows,
      label,
      columns,
      actions: inMenu ? undefined : actionsOf,
      menu: inMenu && ((row: Row) => actionsOf(row).flatMap(entriesOf)),
      removal,
      exporting,
      empty: { ...nothing, noMatch: isFiltered.value ? noMatch : undefined },
      onRemove: ([row]: readonly Row[]) => row && runAction(actionsOf(row), ({ id }) => id === 'remove'),
      onEdit: (row: Row) => runAction(actionsOf(row), ({ id }) => id === 'edit'),
      filter: filter.value,
      sort: sort?.value,
      'onUpdate:sort': (next: ListSort | undefined) => sort && void (sort.value = next),
      ...filtering.value,
    }
  })
  const bar = computed(() => ({ ...filter.value, ...filtering.value, view: rows.view }))
  return { list, bar, inBar, address: rows.address }
}

/** The result of `useKindRows` or `useKindList`, for a RecordList. */
export type KindReading<Row> = ReturnType<typeof useKindList<Row>> & {
  readonly all?: () => readonly Row[] | undefined
  /** Clears filter and selection. */
  readonly clear?: () => void
}

/** Menu entries show their keys, too. Removal is separated. */
function entriesOf({ id, label, icon, whyNot, run }: RowAction): MenuEntry[] {
  const entry = { id, label, icon, whyNot, run: () => void run() }
  if (id === 'edit') return [{ ...entry, shortcut: 'F2' }]
  return id === 'remove' ? [{ separator: true }, { ...entry, tone: 'bad', shortcut: 'Delete' }] : [entry]
}
