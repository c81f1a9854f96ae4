import { computed, shallowRef, watch } from 'vue'
import type { Page } from '../api/all-pages.ts'
import { useReading } from '../api/use-reading.ts'
import { useActor } from '../session/use-actor.ts'
import { useOpenWorkspace } from '../session/use-open-workspace.ts'
import type { ReadingProgress } from './list-rows.ts'
import { useListView } from './list-rows.ts'
import type { KeyOf, LoadedRows } from './row-pages.ts'
import { useRowSelection } from './use-row-selection.ts'

/** One page of a list that is read in order and knows how many rows there are. */
export interface CursorPage<Row> extends Page<Row> {
  /** Rows that fit the filter. */
  readonly matching: number
}

/** The page to read; the first one has no cursor. */
export interface PageWanted {
  readonly after: string | undefined
  readonly perPage: number
}

export interface CursorRowsOptions<Row, Page extends CursorPage<Row>> {
  readonly read: (page: PageWanted) => Promise<Page>
  /** The filter as text; a change starts the list over. */
  readonly filter: () => string
  readonly keyOf: KeyOf<Row>
  /** Keys that are not shown: their removal waits for Undo. */
  readonly hidden: () => ReadonlySet<string>
  /** Whether the actor may read it; otherwise nothing is read or kept in memory. */
  readonly allowed: () => boolean
}

/** Small, so that a long list opens as fast as a short one. */
const FIRST_PAGE = 50
const FURTHER_PAGE = 500

/**
 * A long list of the service itself. The first page tells its length; further pages are read in order, as they come
 * into view. All rows are dropped as soon as the user or the workspace is locked.
 *
 * @param actor whose list it is; undefined for one of the workspace
 */
export function useCursorRows<Row, Page extends CursorPage<Row> = CursorPage<Row>>(
  actor: string | undefined,
  { read: readPage, filter, keyOf, hidden, allowed }: CursorRowsOptions<Row, Page>,
) {
  interface Loaded {
    readonly rows: readonly Row[]
    readonly page: Page
  }
  const { usable, whenLocked } = actor === undefined ? useOpenWorkspace() : useActor(actor)
  const loaded = shallowRef<Loaded>()
  let wanted = 0
  let filling: Promise<boolean> | undefined
  const { failure, busy, read, giveUp, drop } = useReading(() => take(undefined))

  const shown = computed(() => (loaded.value?.rows ?? []).filter((row) => !hidden().has(keyOf(row))))
  const numbers = computed(() => new Map(shown.value.map((row, number) => [keyOf(row), number])))
  const count = computed(() => {
    const { rows = [], page } = loaded.value ?? {}
    return Math.max(0, (page?.matching ?? 0) - (rows.length - shown.value.length))
  })

  function take(next: Loaded | undefined): void {
    loaded.value = next
  }

  async function readOn({ rows, page }: Loaded): Promise<Loaded> {
    const next = await readPage({ after: page.next ?? undefined, perPage: FURTHER_PAGE })
    const known = new Set(rows.map(keyOf))
    return { rows: [...rows, ...next.rows.filter((row) => !known.has(keyOf(row)))], page: next }
  }

  /** Reads from the start, at least this many rows. */
  async function readFromTop(least: number, signal: AbortSignal): Promise<Loaded> {
    const page = await readPage({ after: undefined, perPage: FIRST_PAGE })
    let next: Loaded = { rows: page.rows, page }
    while (next.rows.length < least && next.page.next !== null && !signal.aborted) next = await readOn(next)
    return next
  }

  /** Starts over with the first page. */
  async function reload(): Promise<void> {
    giveUp()
    wanted = 0
    await read((signal) => readFromTop(0, signal), take)
  }

  /** Updates the loaded rows in place. */
  async function refresh(): Promise<void> {
    if (!usable.value || !allowed()) return
    giveUp()
    await read((signal) => readFromTop(loaded.value?.rows.length ?? 0, signal), take)
    await fill()
  }

  /** Rows up to `last` are in view: reads on until they are there. */
  async function show(_first: number, last: number): Promise<void> {
    wanted = Math.min(last + 1, count.value)
    await fill()
  }

  /** Reads further pages until all requested rows are there. Only one such loop runs at a time. */
  function fill(): Promise<boolean> {
    if (unfinished() === undefined) return Promise.resolve(true)
    filling ??= readOnAsWanted()
    return filling
  }

  async function readOnAsWanted(): Promise<boolean> {
    try {
      for (let now = unfinished(); now !== undefined; now = unfinished())
        if (!(await read(() => readOn(now), take))) return false
      return true
    } finally {
      filling = undefined
    }
  }

  /** Reads rows by number, with all rows before them. */
  async function rowsAt(rows: readonly number[]): Promise<Map<number, Row>> {
    const least = rows.reduce((most, number) => Math.max(most, number + 1), 0)
    while (shown.value.length < least && loaded.value !== undefined && loaded.value.page.next !== null) {
      wanted = Math.max(wanted, least)
      if (!(await fill()) && failure.value !== undefined) break
    }
    return new Map(
      rows.flatMap((number) => {
        const row = shown.value[number]
        return row === undefined ? [] : [[number, row] as const]
      }),
    )
  }

  async function readAll({ onRead, isCancelled }: ReadingProgress): Promise<readonly Row[] | undefined> {
    await rowsAt([count.value - 1])
    onRead(shown.value.length)
    return isCancelled() || loaded.value === undefined ? undefined : shown.value
  }

  function unfinished(): Loaded | undefined {
    const now = loaded.value
    return now !== undefined && now.page.next !== null && shown.value.length < wanted ? now : undefined
  }

  whenLocked(drop)
  watch([() => usable.value && allowed(), filter], ([may]) => (may ? void reload() : drop()), { immediate: true })

  const all = {
    count,
    /** The rows read so far. */
    rows: shown,
    page: computed(() => loaded.value?.page),
    keyOf,
    at: (row: number): Row | undefined => shown.value[row],
    rowOf: (key: string): number | undefined => numbers.value.get(key),
    rowsAt,
    readAll,
    /** The rows as a selection expects them: everything read so far is one page. */
    loaded: computed<LoadedRows<Row> | undefined>(() => {
      if (loaded.value === undefined) return undefined
      const matching = count.value
      return { reply: { matching }, matching, pages: new Map([[0, shown.value]]) }
    }),
    busy: computed(() => busy.value),
    failure: computed(() => failure.value),
    isRead: computed(() => loaded.value !== undefined),
    added: shallowRef<undefined>(),
    showNewer: (): void => undefined,
    show,
    reload,
    refresh,
    view: useListView(),
  }
  return { ...all, selection: useRowSelection<Row>(all, whenLocked) }
}
