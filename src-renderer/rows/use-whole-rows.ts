import type { Ref } from 'vue'
import { computed, ref, shallowRef, watch } from 'vue'
import { n, text } from '../i18n/i18n.ts'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { Failure } from '../ui/failure.ts'
import type { ListSort } from '../ui/list-model.ts'
import { bestMatches } from '../../shared/word-search.ts'
import { byColumn, cellTextsOf } from './column-values.ts'
import type { ListRows, ListView, ReadingProgress, RowChoice, RowColumn, RowSelection } from './list-rows.ts'
import { useListView, useReadRows } from './list-rows.ts'
import type { KeyOf } from './row-pages.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import { useRelevanceOrder } from './use-typed-filter.ts'

interface WholeRowsOptions<Row> {
  readonly keyOf: KeyOf<Row>
  /** The texts that are searched besides those of the columns. */
  readonly textsOf?: (row: Row) => readonly (string | null | undefined)[]
  /** The columns, by which rows are sorted and searched. */
  readonly columns: () => readonly RowColumn<Row>[]
  /** The initial order; that of reading by default. */
  readonly sort?: ListSort
  /** The choices of the filter chips. */
  readonly choices?: () => readonly RowChoice<Row>[]
  /** Keeps order and choices in the address of the page. */
  readonly address?: {
    readonly sort: Ref<ListSort | undefined>
    readonly first?: ListSort | undefined
    readonly chosen: Readonly<Ref<Chosen>>
  }
  /** Whether a row is still shown; others are removed immediately, even while the list is held. */
  readonly stays?: (row: Row) => boolean
  readonly view?: ListView
}

/**
 * A short list that is read as a whole, and filtered by words, best first, sorted and selected here. New rows wait
 * while the pointer is on the list or it is scrolled. Filter and selection end when the rows are dropped.
 */
export function useWholeRows<Row>(
  source: {
    readonly rows: () => readonly Row[] | undefined
    readonly busy: Readonly<Ref<boolean>>
    readonly failure: Readonly<Ref<Failure | undefined>>
    readonly reload: () => unknown
    /** Reads all rows, if the given ones are only the first. */
    readonly readAll?: ListRows<Row>['readAll']
  },
  {
    keyOf,
    textsOf = () => [],
    columns,
    sort: firstSort,
    choices = () => [],
    address,
    stays = () => true,
    view = useListView(),
  }: WholeRowsOptions<Row>,
) {
  const words = ref('')
  const sort = useRelevanceOrder(
    address ?? { sort: shallowRef<ListSort | undefined>(firstSort), first: firstSort },
    () => words.value.trim() !== '',
  )
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  const steady = useSteadyRows(source.rows, keyOf, () => view.held.value)
  const rows = useReadRows({
    ...source,
    keyOf,
    rows: () => steady.rows.value && shown(steady.rows.value),
    added: () => steady.waiting.value,
    showNewer: steady.showNewer,
    view,
  })

  function shown(some: readonly Row[]): readonly Row[] {
    const chips = choices().flatMap(({ id, of }) => {
      const values = address?.chosen.value[id]
      return values === undefined ? [] : [(row: Row) => values.includes(of(row) ?? '')]
    })
    const fitting = bestMatches(
      some.filter((row) => stays(row) && chips.every((fits) => fits(row))),
      words.value,
      (row) => [...cellTextsOf(columns(), row), ...textsOf(row)],
    )
    const column = columns().find(({ id }) => id === sort.value?.id)
    return column === undefined ? fitting : fitting.toSorted(byColumn(column, sort.value?.direction ?? 'ascending'))
  }

  async function readAll(progress: ReadingProgress): Promise<readonly Row[] | undefined> {
    const all = await (source.readAll?.(progress) ?? source.rows())
    return all && shown(all)
  }

  const items = computed(() => (rows.list.value ?? []).filter((row) => chosen.value.has(keyOf(row))))
  const selection: RowSelection<Row> = {
    items,
    keys: computed(() => new Set(items.value.map((row) => String(rows.rowOf(keyOf(row)))))),
    choose(numbers) {
      const found = [...numbers].map((number) => rows.at(Number(number)))
      chosen.value = new Set(found.flatMap((row) => (row === undefined ? [] : [keyOf(row)])))
    },
    clear: () => void (chosen.value = new Set()),
  }
  /** "3 of 41", beside the title of the page; undefined while no filter leaves anything out. */
  const shownOf = computed(() => {
    const [shown, total] = [rows.count.value, source.rows()?.length ?? 0]
    const isFiltered = shown < Math.min(total, steady.rows.value?.length ?? 0)
    return isFiltered ? text('rows.shown', { shown: n(shown), total: n(total) }) : undefined
  })

  /** Clears filter and selection. */
  function clear(): void {
    selection.clear()
    words.value = ''
  }
  watch(
    () => steady.rows.value !== undefined,
    (isRead) => !isRead && clear(),
    { flush: 'sync' },
  )

  return { ...rows, readAll, sortsItself: true as const, words, sort, shownOf, selection, clear }
}
