import type { Cursor, Page, PageRequest, SortOrder } from '../../shared/contract/paging.ts'
import { pageOf } from './cursor.ts'

/** A range of rows that may be on a page. */
export interface PageRange {
  readonly order: SortOrder
  readonly after: Cursor | undefined
  /** The last row that may be on the page, if known. */
  readonly until: Cursor | undefined
  readonly limit: number
}

interface List<Source, Row> {
  /** Parts of the list, each in the list's order; a row may be in several. */
  readonly sources: readonly Source[]
  readonly read: (source: Source, range: PageRange) => readonly Row[]
  readonly place: (row: Row) => Cursor
}

/**
 * Reads a page of a list by merging several sources, for example the rows of each of several states, which an index
 * gives in order. No source is read beyond the page, so that a page costs the same whatever their length.
 */
export function mergedPage<Source, Row>({ sources, read, place }: List<Source, Row>, request: PageRequest): Page<Row> {
  const { order, after, perPage } = request
  const limit = perPage + 1
  let found: readonly Row[] = []
  for (const source of sources) {
    const last = found[limit - 1]
    const more = read(source, { order, after, until: last && place(last), limit })
    found = found.length === 0 ? more : sortedRows([...found, ...more], place, order).slice(0, limit)
  }
  return pageOf(found, perPage, place)
}

/** Sorts rows by place and drops duplicates. */
function sortedRows<Row>(rows: readonly Row[], place: (row: Row) => Cursor, order: SortOrder): readonly Row[] {
  const placed = rows.map((row) => ({ row, place: place(row) }))
  const sign = order === 'asc' ? 1 : -1
  placed.sort((one, other) => sign * comparePlaces(one.place, other.place))
  return placed.filter(({ place: { id } }, index) => placed[index - 1]?.place.id !== id).map(({ row }) => row)
}

/** Compares like SQLite, because both texts are ASCII. */
function comparePlaces(one: Cursor, other: Cursor): number {
  if (one.sortValue !== other.sortValue) return one.sortValue < other.sortValue ? -1 : 1
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1
}

/**
 * The conditions that restrict a statement to a range, with {@link rangeValues} as parameters. Without the `+` before a
 * parameter, SQLite may recompile an ordered statement whenever the value changes.
 *
 * @param columns the names of the sort value and the id in the statement
 */
export function rangeConditions(
  { order, after, until }: Pick<PageRange, 'order' | 'after'> & Partial<Pick<PageRange, 'until'>>,
  columns = 'created_at, id',
): string[] {
  const [beyond, before] = order === 'asc' ? ['>', '<'] : ['<', '>']
  return [
    ...(after === undefined ? [] : [`(${columns}) ${beyond} (+@sortValue, +@id)`]),
    ...(until === undefined ? [] : [`(${columns}) ${before}= (+@lastSortValue, +@lastId)`]),
  ]
}

/** The ORDER BY and LIMIT of a statement that reads a range. */
export function rangeOrder({ order }: Pick<PageRange, 'order'>, columns = 'created_at, id'): string {
  return `ORDER BY ${columns.replaceAll(/[\w.]+/g, `$& ${order}`)} LIMIT +@limit`
}

export function rangeValues({ after, until, limit }: PageRange) {
  return { ...after, lastSortValue: until?.sortValue, lastId: until?.id, limit }
}
