import { computed, ref, shallowRef, watch } from 'vue'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { Failure } from '../../../ui/failure.ts'
import { useItemsActor } from '../use-items-actor.ts'
import type { LoadedRows, RowsQuery, RowsReply } from './row-pages.ts'
import { PAGE_ROWS, pagesOf, patched, placesById, rowAtPlace, sameOrder, withPage } from './row-pages.ts'
import { placeOfRow, rowOfPlace } from './row-places.ts'

/**
 * The items list of one actor: its length is known from the first answer, its rows are read page by page as they come
 * into view. State belongs to this actor alone and is dropped the moment the user or the workspace is locked.
 *
 * @param query filter and order; another one replaces the rows when its first answer is there.
 * @param hidden ids that are not shown: their deletion waits for Undo.
 */
export function useItemRows(actor: string, query: () => RowsQuery, hidden: () => ReadonlySet<string>) {
  const loaded = shallowRef<LoadedRows>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  /** A newer answer whose rows lie elsewhere, held back so that nothing moves under the pointer. */
  const newer = shallowRef<LoadedRows>()
  let view = { first: 0, last: PAGE_ROWS - 1 }
  let generation = 0
  let filling = false

  const places = computed(() => placesById(loaded.value))
  const hiddenPlaces = computed(() =>
    [...hidden()].flatMap((id) => places.value.get(id) ?? []).sort((one, other) => one - other),
  )
  const count = computed(() => (loaded.value?.matching ?? 0) - hiddenPlaces.value.length)

  function at(row: number): ItemRow | undefined {
    return rowAtPlace(loaded.value, placeOfRow(row, hiddenPlaces.value))
  }

  function rowOf(id: string): number | undefined {
    const place = places.value.get(id)
    return place === undefined || hidden().has(id) ? undefined : rowOfPlace(place, hiddenPlaces.value)
  }

  function read(offset: number, limit: number): Promise<RowsReply> {
    return call(workbenchItemOperations.itemRows, {
      params: { user_id: actor },
      query: { ...query(), offset, limit },
    })
  }

  /** Runs one reading; what was outdated or locked meanwhile is thrown away. */
  async function reading<T>(ask: () => Promise<T>, take: (answer: T) => void): Promise<boolean> {
    const mine = generation
    busy.value = true
    try {
      const answer = await ask()
      if (mine !== generation) return false
      failure.value = undefined
      take(answer)
      return true
    } catch (error) {
      if (mine === generation) failure.value = failureOf(error)
      return false
    } finally {
      busy.value = filling && mine === generation
    }
  }

  /** Begins again at the top. */
  async function reload(): Promise<void> {
    generation += 1
    newer.value = undefined
    view = { first: 0, last: PAGE_ROWS - 1 }
    await reading(
      () => read(0, PAGE_ROWS),
      (reply) => (loaded.value = withPage(undefined, 0, reply)),
    )
  }

  /** Rows from `first` to `last` are in view: reads what is missing, always for the latest view only. */
  async function show(first: number, last: number): Promise<void> {
    view = { first: placeOfRow(first, hiddenPlaces.value), last: placeOfRow(last, hiddenPlaces.value) }
    if (filling || loaded.value === undefined) return
    filling = true
    try {
      for (let page = missingPage(); page !== undefined; page = missingPage()) if (!(await readPage(page))) break
    } finally {
      filling = false
      busy.value = false
    }
  }

  function missingPage(): number | undefined {
    const last = Math.min(view.last, (loaded.value?.matching ?? 0) - 1)
    return last < 0 ? undefined : pagesOf(view.first, last).find((page) => loaded.value?.pages.has(page) === false)
  }

  function readPage(page: number): Promise<boolean> {
    return reading(
      () => read(page * PAGE_ROWS, PAGE_ROWS),
      (reply) => (loaded.value = withPage(loaded.value, page, reply)),
    )
  }

  /** Reads what is in view again. With `still`, rows are brought up to date where they are, and moves wait. */
  async function refresh(still: boolean): Promise<void> {
    if (loaded.value === undefined) return reload()
    const pages = pagesOf(view.first, view.last)
    await reading(
      async () => {
        let next: LoadedRows | undefined
        for (const page of pages) next = withPage(next, page, await read(page * PAGE_ROWS, PAGE_ROWS))
        return next
      },
      (next) => next && takeRefreshed(next, still),
    )
  }

  function takeRefreshed(next: LoadedRows, still: boolean): void {
    const before = loaded.value
    const moves = before !== undefined && !sameOrder(before, next, hidden())
    newer.value = still && moves ? next : undefined
    const stays = still && before !== undefined && (moves || before.matching === next.matching)
    loaded.value = stays ? patched(before, next) : next
  }

  function showNewer(): void {
    loaded.value = newer.value ?? loaded.value
    newer.value = undefined
  }

  /** Ids of rows that may not have been read yet. */
  async function idsOf(rows: readonly number[]): Promise<Map<number, ItemRow>> {
    const found = new Map<number, ItemRow>()
    const pages = new Map<number, readonly ItemRow[]>()
    for (const row of rows) {
      const place = placeOfRow(row, hiddenPlaces.value)
      const page = Math.floor(place / PAGE_ROWS)
      const known = loaded.value?.pages.get(page) ?? pages.get(page) ?? (await read(page * PAGE_ROWS, PAGE_ROWS)).rows
      pages.set(page, known)
      const item = known[place % PAGE_ROWS]
      if (item) found.set(row, item)
    }
    return found
  }

  function drop(): void {
    generation += 1
    loaded.value = undefined
    newer.value = undefined
    failure.value = undefined
    busy.value = false
  }

  const { usable, whenLocked } = useItemsActor(actor)
  whenLocked(drop)
  watch([usable, () => JSON.stringify(query())], ([now]) => now && void reload(), { immediate: true })

  return {
    loaded: computed(() => loaded.value),
    count,
    at,
    rowOf,
    busy: computed(() => busy.value),
    failure: computed(() => failure.value),
    newer: computed(() => newer.value),
    show,
    refresh,
    reload,
    showNewer,
    idsOf,
  }
}

export type ItemRows = ReturnType<typeof useItemRows>
