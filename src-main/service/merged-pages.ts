import type { Cursor, Page, PageRequest, SortOrder } from '../../shared/contract/paging.ts'
import { pageOf } from './cursor.ts'

/** The stretch of a strand that may be on a page. */
export interface Stretch {
  readonly order: SortOrder
  readonly after: Cursor | undefined
  /** What comes behind it is not on the page. */
  readonly until: Cursor | undefined
  readonly limit: number
}

interface List<Strand, Row> {
  /** Parts that are each in the order of the list; a row may be in several. */
  readonly strands: readonly Strand[]
  readonly read: (strand: Strand, stretch: Stretch) => readonly Row[]
  readonly place: (row: Row) => Cursor
}

/**
 * A page of a list that lies in several strands, each in the order of an index: rows in one of these states, of one of
 * these templates. No strand is read further than the rows that others gave, so that a page costs the same however long
 * they are.
 */
export function mergedPage<Strand, Row>({ strands, read, place }: List<Strand, Row>, request: PageRequest): Page<Row> {
  const { order, after, perPage } = request
  const limit = perPage + 1
  let found: readonly Row[] = []
  for (const strand of strands) {
    const last = found[limit - 1]
    const more = read(strand, { order, after, until: last && place(last), limit })
    found = found.length === 0 ? more : inOrder([...found, ...more], place, order).slice(0, limit)
  }
  return pageOf(found, perPage, place)
}

/** Sorted by place, each row once. */
function inOrder<Row>(rows: readonly Row[], place: (row: Row) => Cursor, order: SortOrder): readonly Row[] {
  const placed = rows.map((row) => ({ row, place: place(row) }))
  const sign = order === 'asc' ? 1 : -1
  placed.sort((one, other) => sign * comparePlaces(one.place, other.place))
  return placed.filter(({ place: { id } }, index) => placed[index - 1]?.place.id !== id).map(({ row }) => row)
}

/** Compares places as SQLite does: both are of ASCII. */
function comparePlaces(one: Cursor, other: Cursor): number {
  if (one.sortValue !== other.sortValue) return one.sortValue < other.sortValue ? -1 : 1
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1
}

/**
 * Conditions that keep a statement to a stretch; {@link stretchValues} are their parameters. `+` before a parameter: SQLite
 * may otherwise compile an ordered statement again whenever a compared value changes.
 *
 * @param columns the sort value and the id, as the statement calls them
 */
export function stretchConditions(
  { order, after, until }: Pick<Stretch, 'order' | 'after'> & Partial<Pick<Stretch, 'until'>>,
  columns = 'created_at, id',
): string[] {
  const [beyond, before] = order === 'asc' ? ['>', '<'] : ['<', '>']
  return [
    ...(after === undefined ? [] : [`(${columns}) ${beyond} (+@sortValue, +@id)`]),
    ...(until === undefined ? [] : [`(${columns}) ${before}= (+@lastSortValue, +@lastId)`]),
  ]
}

/** How a statement orders what it reads of a stretch, and how much of it. */
export function stretchOrder({ order }: Pick<Stretch, 'order'>, columns = 'created_at, id'): string {
  return `ORDER BY ${columns.replaceAll(/[\w.]+/g, `$& ${order}`)} LIMIT +@limit`
}

export function stretchValues({ after, until, limit }: Stretch) {
  return { ...after, lastSortValue: until?.sortValue, lastId: until?.id, limit }
}
