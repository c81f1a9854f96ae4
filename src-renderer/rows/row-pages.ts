import type { RowsReply } from './export/read-pages.ts'

export const PAGE_ROWS = 100
/** About 6,000 rows in memory; dropped pages are read again when they come back into view. */
const MAX_PAGES = 60

/** The function for a row's unique key. */
export type KeyOf<Row> = (row: Row) => string

/** The part of the list that was read so far; `reply` is the newest answer, for its counts and choices. */
export interface LoadedRows<Row, Reply extends RowsReply<Row> = RowsReply<Row>> {
  readonly reply: Omit<Reply, 'rows'>
  readonly matching: number
  readonly pages: ReadonlyMap<number, readonly Row[]>
}

/** The pages that contain the rows from `first` to `last`. */
export function pagesOf(first: number, last: number): number[] {
  const start = Math.max(0, Math.floor(first / PAGE_ROWS))
  const end = Math.max(start, Math.floor(last / PAGE_ROWS))
  return Array.from({ length: end - start + 1 }, (_, step) => start + step)
}

/** Adds a page to the loaded rows, and drops those read longest ago. */
export function withPage<Row, Reply extends RowsReply<Row>>(
  loaded: LoadedRows<Row, Reply> | undefined,
  page: number,
  { rows, ...reply }: Reply,
): LoadedRows<Row, Reply> {
  const others = [...(loaded?.pages ?? [])].filter(([number]) => number !== page).slice(1 - MAX_PAGES)
  return { reply, matching: reply.matching, pages: new Map([...others, [page, rows]]) }
}

export function rowAtPlace<Row>(loaded: LoadedRows<Row> | undefined, place: number): Row | undefined {
  return loaded?.pages.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS]
}

/**
 * Whether `next` shows the same rows in the same places as `loaded`, as far as both were read. Rows that are hidden
 * already may be gone: nothing moves when they are.
 */
export function sameOrder<Row>(
  [loaded, next]: readonly [LoadedRows<Row>, LoadedRows<Row>],
  keyOf: KeyOf<Row>,
  hidden: ReadonlySet<string>,
): boolean {
  const pages = [...next.pages.keys()].filter((page) => loaded.pages.has(page)).sort((one, other) => one - other)
  const shown = (rows: LoadedRows<Row>): readonly string[] =>
    pages.flatMap((page) => rows.pages.get(page) ?? []).flatMap((row) => (hidden.has(keyOf(row)) ? [] : [keyOf(row)]))
  const countOf = (rows: LoadedRows<Row>): number =>
    rows.matching - [...rows.pages.values()].flat().filter((row) => hidden.has(keyOf(row))).length
  const [before, after] = [shown(loaded), shown(next)]
  return countOf(loaded) === countOf(next) && before.every((key, index) => after[index] === key)
}

/** Updates the loaded rows in place with newer ones in `next`. */
export function patched<Row, Reply extends RowsReply<Row>>(
  loaded: LoadedRows<Row, Reply>,
  next: LoadedRows<Row, Reply>,
  keyOf: KeyOf<Row>,
): LoadedRows<Row, Reply> {
  const newer = new Map([...next.pages.values()].flat().map((row) => [keyOf(row), row]))
  const pages = [...loaded.pages].map(
    ([page, rows]) => [page, rows.map((row) => newer.get(keyOf(row)) ?? row)] as const,
  )
  return { ...loaded, pages: new Map(pages) }
}

/** Places of the loaded rows by key. */
export function placesByKey<Row>(loaded: LoadedRows<Row> | undefined, keyOf: KeyOf<Row>): ReadonlyMap<string, number> {
  return new Map(
    [...(loaded?.pages ?? [])].flatMap(([page, rows]) =>
      rows.map((row, index) => [keyOf(row), page * PAGE_ROWS + index] as const),
    ),
  )
}
