import { computed, ref, shallowRef, watch } from 'vue'
import { useKept } from '../api/kept-values.ts'
import { useReading } from '../api/use-reading.ts'
import { useActor } from '../session/use-actor.ts'
import { useOpenWorkspace } from '../session/use-open-workspace.ts'
import type { ReadingProgress } from './list-rows.ts'
import { useListView } from './list-rows.ts'
import type { RowsReply } from './export/read-pages.ts'
import type { KeyOf, LoadedRows } from './row-pages.ts'
import { PAGE_ROWS, pagesOf, patched, placesByKey, rowAtPlace, sameOrder, withPage } from './row-pages.ts'
import { placeOfRow, rowOfPlace } from './row-places.ts'
import { useRowSelection } from './use-row-selection.ts'

export interface PagedRowsOptions<Row, Reply extends RowsReply<Row>> {
  /** Reads one window of the list with the filter as it is now. */
  readonly read: (window: { readonly offset: number; readonly limit: number }) => Promise<Reply>
  /** The filter, printed: another one replaces the rows when its first answer is there. */
  readonly filter: () => string
  /** The searched words, as a part of the filter. */
  readonly words?: () => string
  readonly keyOf: KeyOf<Row>
  /** Keys that are not shown: their removal waits for Undo. */
  readonly hidden: () => ReadonlySet<string>
  /** A name, under which the first page is kept for the next visit while no words are searched. */
  readonly kept?: string
}

/**
 * A long list. The first answer tells its length; its rows are read page by page, as they come into view. State belongs
 * to its actor alone and is dropped as soon as the user or the workspace is locked.
 *
 * @param actor whose list it is; undefined for one of the workspace.
 */
export function usePagedRows<Row, Reply extends RowsReply<Row>>(
  actor: string | undefined,
  { read: readWindow, filter, words = () => '', keyOf, hidden, kept }: PagedRowsOptions<Row, Reply>,
) {
  type Loaded = LoadedRows<Row, Reply>
  const loaded = shallowRef<Loaded>()
  /** A newer answer with moved rows, held back so that nothing moves under the pointer. */
  const newer = shallowRef<Loaded>()
  const view = useListView()
  let inView = { first: 0, last: PAGE_ROWS - 1 }
  let filling = false
  const { last, keep } = useKept<Reply>(() =>
    kept === undefined || words() !== '' ? undefined : `${kept} ${actor ?? ''} ${filter()}`,
  )
  /** The first page is drawn from what was kept, and read again. */
  const quiet = ref(false)
  const { failure, busy, read, giveUp, drop } = useReading(() => {
    loaded.value = undefined
    newer.value = undefined
  })

  const places = computed(() => placesByKey<Row>(loaded.value, keyOf))
  const hiddenPlaces = computed(() =>
    [...hidden()].flatMap((key) => places.value.get(key) ?? []).sort((one, other) => one - other),
  )
  const count = computed(() => (loaded.value?.matching ?? 0) - hiddenPlaces.value.length)

  function at(row: number): Row | undefined {
    return rowAtPlace<Row>(loaded.value, placeOfRow(row, hiddenPlaces.value))
  }

  function rowOf(key: string): number | undefined {
    const place = places.value.get(key)
    return place === undefined || hidden().has(key) ? undefined : rowOfPlace(place, hiddenPlaces.value)
  }

  const readPageAt = (page: number): Promise<Reply> => readWindow({ offset: page * PAGE_ROWS, limit: PAGE_ROWS })

  /** Starts over with the first page. */
  async function reload(): Promise<void> {
    giveUp()
    newer.value = undefined
    inView = { first: 0, last: PAGE_ROWS - 1 }
    const known = last()
    const before = loaded.value === undefined ? known : undefined
    if (before !== undefined) loaded.value = withPage<Row, Reply>(undefined, 0, before)
    quiet.value = before !== undefined
    await read(
      () => readPageAt(0),
      (reply) => {
        if (keep(reply) !== before) loaded.value = withPage<Row, Reply>(undefined, 0, reply)
      },
    )
    quiet.value = false
  }

  /** Rows from `first` to `last` are in view: reads what is missing, always for the latest view only. */
  async function show(first: number, last: number): Promise<void> {
    inView = { first: placeOfRow(first, hiddenPlaces.value), last: placeOfRow(last, hiddenPlaces.value) }
    if (filling || loaded.value === undefined) return
    filling = true
    try {
      for (let page = missingPage(); page !== undefined; page = missingPage()) if (!(await readPage(page))) break
    } finally {
      filling = false
    }
  }

  function missingPage(): number | undefined {
    const last = Math.min(inView.last, (loaded.value?.matching ?? 0) - 1)
    return last < 0 ? undefined : pagesOf(inView.first, last).find((page) => loaded.value?.pages.has(page) === false)
  }

  function readPage(page: number): Promise<boolean> {
    return read(
      () => readPageAt(page),
      (reply) => (loaded.value = withPage<Row, Reply>(loaded.value, page, reply)),
    )
  }

  /** Reads the visible rows again. With `still`, rows are updated in place, and moves wait. */
  async function refresh(still = count.value > 0 && view.held.value): Promise<void> {
    if (loaded.value === undefined) return reload()
    const pages = pagesOf(inView.first, inView.last)
    await read(
      async () => {
        let next: Loaded | undefined
        for (const page of pages) next = withPage<Row, Reply>(next, page, await readPageAt(page))
        return next
      },
      (next) => next && takeRefreshed(next, still),
    )
  }

  function takeRefreshed(next: Loaded, still: boolean): void {
    const before = loaded.value
    const moves = before !== undefined && !sameOrder([before, next], keyOf, hidden())
    newer.value = still && moves ? next : undefined
    const stays = still && before !== undefined && (moves || before.matching === next.matching)
    loaded.value = stays ? patched(before, next, keyOf) : next
  }

  function showNewer(): void {
    loaded.value = newer.value ?? loaded.value
    newer.value = undefined
  }

  /** Rows that may not have been read yet, by their numbers. */
  async function rowsAt(rows: readonly number[]): Promise<Map<number, Row>> {
    const found = new Map<number, Row>()
    const pages = new Map<number, readonly Row[]>()
    for (const row of rows) {
      const place = placeOfRow(row, hiddenPlaces.value)
      const page = Math.floor(place / PAGE_ROWS)
      const known = loaded.value?.pages.get(page) ?? pages.get(page) ?? (await readPageAt(page)).rows
      pages.set(page, known)
      const one = known[place % PAGE_ROWS]
      if (one) found.set(row, one)
    }
    return found
  }

  /** Reads everything that matches the current filter, from the first row on. */
  async function readAll({ onRead, isCancelled }: ReadingProgress): Promise<readonly Row[] | undefined> {
    const [wanted, all] = [filter(), new Map<string, Row>()]
    for (let offset = 0, more = true; more; offset += PAGE_ROWS) {
      const { rows, matching } = await readWindow({ offset, limit: PAGE_ROWS })
      if (isCancelled() || filter() !== wanted) return undefined
      for (const row of rows) if (!hidden().has(keyOf(row))) all.set(keyOf(row), row)
      onRead(all.size)
      more = rows.length > 0 && offset + PAGE_ROWS < matching
    }
    return [...all.values()]
  }

  const { usable, whenLocked } = actor === undefined ? useOpenWorkspace() : useActor(actor)
  whenLocked(drop)
  watch(
    [usable, filter],
    ([now]) => {
      view.toTop()
      if (now) void reload()
    },
    { immediate: true },
  )

  const rows = {
    loaded: computed(() => loaded.value),
    reply: computed(() => loaded.value?.reply),
    count,
    words: computed(words),
    keyOf,
    at,
    rowOf,
    busy: computed(() => busy.value && !quiet.value),
    failure: computed(() => failure.value),
    newer: computed(() => newer.value),
    isRead: computed(() => loaded.value !== undefined),
    added: computed(() => newer.value && newer.value.matching - (loaded.value?.matching ?? 0)),
    show,
    refresh,
    reload,
    showNewer,
    rowsAt,
    readAll,
    view,
  }
  return { ...rows, selection: useRowSelection<Row>(rows, whenLocked) }
}
