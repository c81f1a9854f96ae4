import type { z } from 'zod'
import type { ItemRow, workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'

export type RowsQuery = Omit<z.input<typeof workbenchItemOperations.itemRows.query>, 'offset' | 'limit'>
export type RowsReply = z.output<typeof workbenchItemOperations.itemRows.success.body>

export const PAGE_ROWS = 100
/** About 6,000 rows in memory; what was left behind is read again when it comes back into view. */
const KEPT_PAGES = 60

/** The part of the list that was read so far. */
export interface LoadedRows extends Omit<RowsReply, 'rows'> {
  readonly pages: ReadonlyMap<number, readonly ItemRow[]>
}

/** The pages that rows from `first` to `last` lie on. */
export function pagesOf(first: number, last: number): number[] {
  const start = Math.max(0, Math.floor(first / PAGE_ROWS))
  const end = Math.max(start, Math.floor(last / PAGE_ROWS))
  return Array.from({ length: end - start + 1 }, (_, step) => start + step)
}

/** What was read, with one page more; the pages read longest ago give way. */
export function withPage(loaded: LoadedRows | undefined, page: number, reply: RowsReply): LoadedRows {
  const { rows, ...counts } = reply
  const others = [...(loaded?.pages ?? [])].filter(([number]) => number !== page).slice(1 - KEPT_PAGES)
  return { ...counts, pages: new Map([...others, [page, rows]]) }
}

export function rowAtPlace(loaded: LoadedRows | undefined, place: number): ItemRow | undefined {
  return loaded?.pages.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS]
}

/**
 * Whether `next` shows the same rows in the same places as `loaded`, as far as both were read. Rows that are hidden
 * already may be gone: nothing moves when they are.
 */
export function sameOrder(loaded: LoadedRows, next: LoadedRows, hidden: ReadonlySet<string>): boolean {
  const pages = [...next.pages.keys()].filter((page) => loaded.pages.has(page)).sort((one, other) => one - other)
  const shown = (rows: LoadedRows): readonly string[] =>
    pages.flatMap((page) => rows.pages.get(page) ?? []).flatMap(({ id }) => (hidden.has(id) ? [] : [id]))
  const countOf = (rows: LoadedRows): number =>
    rows.matching - [...rows.pages.values()].flat().filter(({ id }) => hidden.has(id)).length
  const [before, after] = [shown(loaded), shown(next)]
  return countOf(loaded) === countOf(next) && before.every((id, index) => after[index] === id)
}

/** What was read, with rows that are newer in `next` replaced where they stand. */
export function patched(loaded: LoadedRows, next: LoadedRows): LoadedRows {
  const newer = new Map([...next.pages.values()].flat().map((row) => [row.id, row]))
  const pages = [...loaded.pages].map(
    ([page, rows]) => [page, rows.map((row) => newest(row, newer.get(row.id)))] as const,
  )
  return { ...loaded, pages: new Map(pages) }
}

function newest(row: ItemRow, other: ItemRow | undefined): ItemRow {
  return other !== undefined && other.updated_at !== row.updated_at ? other : row
}

/** Places of the loaded rows by id. */
export function placesById(loaded: LoadedRows | undefined): ReadonlyMap<string, number> {
  return new Map(
    [...(loaded?.pages ?? [])].flatMap(([page, rows]) =>
      rows.map(({ id }, index) => [id, page * PAGE_ROWS + index] as const),
    ),
  )
}
