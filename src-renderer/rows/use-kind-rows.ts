import type { Ref } from 'vue'
import { computed } from 'vue'
import { text } from '../i18n/i18n.ts'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'
import type { MenuEntry } from '../ui/menu-entry.ts'
import type { ListRows, ListView, RowAction } from './list-rows.ts'
import { removeOne } from './list-rows.ts'
import type { useRecordKind } from './record-kind.ts'
import type { useAddressFilter } from './use-address-filter.ts'
import { useWholeRows } from './use-whole-rows.ts'

type Address = ReturnType<typeof useAddressFilter>
type Kind<Row> = ReturnType<typeof useRecordKind<Row>>

interface KindListOptions {
  /** Said where a filter hides all of them: the key of a message. */
  readonly noMatch?: string
  /** What can be done with a record stands in its menu alone, and not in its row. */
  readonly inMenu?: true
}

interface KindRowsOptions<Row> extends KindListOptions {
  readonly address?: Pick<Address, 'chosen' | 'sort'> & Partial<Pick<Address, 'first'>>
  /** What is looked in for the words of the filter, besides what the columns say. */
  readonly textsOf?: (row: Row) => readonly (string | null | undefined)[]
  readonly stays?: (row: Row) => boolean
  readonly view?: ListView
}

/** The records of a kind in a list that stands on a screen of its own, read as a whole: its rows, and {@link useKindList}. */
export function useKindRows<Row>(
  kind: Kind<Row>,
  source: Parameters<typeof useWholeRows<Row>>[0],
  { address, textsOf, stays, view, ...shown }: KindRowsOptions<Row> = {},
) {
  const rows = useWholeRows<Row>(source, {
    keyOf: kind.value.keyOf,
    ...(textsOf && { textsOf }),
    columns: () => kind.value.columns,
    choices: () => kind.value.choices,
    ...(address && { address }),
    ...(stays && { stays }),
    ...(view && { view }),
  })
  return { ...rows, ...useKindList(kind, { ...rows, chosen: address?.chosen }, shown) }
}

/**
 * Records of a kind, however they are read: in `list` what a RowList is bound to, and in `bar` what a RowFilter is bound to
 * that stands elsewhere.
 */
export function useKindList<Row>(
  kind: Kind<Row>,
  rows: ListRows<Row> & {
    readonly words: Ref<string>
    readonly chosen?: Ref<Chosen> | undefined
    readonly sort?: Ref<ListSort | undefined>
  },
  { noMatch = 'rows.noMatch', inMenu }: KindListOptions = {},
) {
  const { words, chosen, sort } = rows
  const isFiltered = computed(() => words.value.trim() !== '' || Object.keys(chosen?.value ?? {}).length > 0)
  const filtering = computed(() => ({
    words: words.value,
    'onUpdate:words': (next: string) => void (words.value = next),
    chosen: chosen?.value ?? {},
    'onUpdate:chosen': (next: Chosen) => chosen && void (chosen.value = next),
  }))
  const filter = computed(() => {
    const { filterLabel, placeholder, choices } = kind.value
    return { label: filterLabel, filters: choices, ...(placeholder !== undefined && { placeholder }) }
  })

  const list = computed(() => {
    const { name, label, columns, actionsOf, removal, nothing } = kind.value
    return {
      name,
      rows,
      label,
      columns,
      actions: inMenu ? undefined : actionsOf,
      menu: inMenu && ((row: Row) => actionsOf(row).flatMap(entriesOf)),
      removal,
      empty: { ...nothing, noMatch: isFiltered.value ? text(noMatch) : undefined },
      onRemove: (going: readonly Row[]) => removeOne(actionsOf, going),
      onEdit: (row: Row) => edit(actionsOf(row)),
      filter: filter.value,
      sort: sort?.value,
      'onUpdate:sort': (next: ListSort | undefined) => sort && void (sort.value = next),
      ...filtering.value,
    }
  })
  const bar = computed(() => ({ ...filter.value, ...filtering.value, view: rows.view }))
  return { list, bar }
}

/** What F2 does. */
function edit(actions: readonly RowAction[]): void {
  const action = actions.find(({ id }) => id === 'edit')
  if (action?.whyNot === undefined) void action?.run()
}

/** With the key that does it, too. What takes a record away stands apart. */
function entriesOf({ id, label, icon, whyNot, run }: RowAction): MenuEntry[] {
  const entry = { id, label, icon, whyNot, run: () => void run() }
  if (id === 'edit') return [{ ...entry, shortcut: 'F2' }]
  return id === 'remove' ? [{ separator: true }, { ...entry, tone: 'bad', shortcut: 'Delete' }] : [entry]
}
