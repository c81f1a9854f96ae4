/** A column of a VirtualList in grid form. */
export interface ListColumn {
  readonly id: string
  readonly label: string
  /** A CSS grid track: `minmax(12rem, 1fr)`, `6rem`. */
  readonly width: string
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  readonly hideLabel?: boolean
  /** The column that identifies the row and is never hidden; by default the first one. */
  readonly lead?: boolean
  /**
   * When space is short, `first` is hidden before other columns and `last` after them; of equals, the one further to
   * the end is hidden first. Numbers and ids count as `first`, and columns without a head stay.
   */
  readonly leaves?: 'first' | 'last'
  /** An id, a key or an address: of fixed width, and left out before an audience. */
  readonly mono?: boolean
}

interface ListRoom {
  /** The width of the list in rem, without its selection and the buttons of its rows. */
  readonly width: number
  /** The width of the longest name, in rem. */
  readonly need: number
}

/** The width in rem of a cell on the second line of a row, where it has no column head. */
const LEAST_FACT = 7

/** The leading column. */
export const leadOf = (columns: readonly ListColumn[]): ListColumn | undefined =>
  columns.find(({ lead }) => lead === true) ?? columns[0]

/**
 * The columns that fit beside the untruncated name of a row; the least important ones are left out. Without room for
 * the name and one other column, rows have two lines: the name, and below it the columns that fit.
 */
export function layOutColumns(columns: readonly ListColumn[], { width, need }: ListRoom) {
  const lead = leadOf(columns)
  const others = columns.filter((column) => column !== lead).toSorted((a, b) => lastingOf(b) - lastingOf(a))
  // Numbers are meaningless without their head.
  const facts = others.filter(({ align, hideLabel }) => hideLabel === true || align !== 'end')
  const beside = fitting(others, width - need, leastWidthOf)
  const below = fitting(facts, width, (column) => Math.max(LEAST_FACT, leastWidthOf(column)))
  const twoLines = below.length > 0 && beside.every(({ hideLabel }) => hideLabel === true)
  const shown = new Set([lead, ...(twoLines ? below : beside)])
  return { columns: columns.filter((column) => shown.has(column)), twoLines }
}

/** The priority of a column while the list gets narrower: higher ones stay longer. */
function lastingOf({ leaves, hideLabel, align, mono }: ListColumn): number {
  if (hideLabel === true) return 3
  if (leaves !== undefined) return leaves === 'last' ? 2 : 0
  return mono === true || align === 'end' ? 0 : 1
}

/** The first columns that fit. */
function fitting(columns: readonly ListColumn[], room: number, widthOf: (column: ListColumn) => number) {
  let left = room
  const tooMany = columns.findIndex((column) => (left -= widthOf(column)) < 0)
  return tooMany < 0 ? columns : columns.slice(0, tooMany)
}

/** The least width in rem: the first length of its track. */
function leastWidthOf({ width }: ListColumn): number {
  return Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0)
}

export interface ListSort {
  readonly id: string
  readonly direction: 'ascending' | 'descending'
}

/** The index that a key leads to; undefined for a key that does not move. `page` is the number of rows that fit. */
export function moveByKey(
  key: string,
  from: number,
  { count, page }: { count: number; page: number },
): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, target))
}

/** The selection with one key switched. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The selection with every key between two rows added, in either direction. */
export function withRange(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  [from, to]: readonly [number, number],
) {
  return new Set([...selected, ...keys.slice(Math.min(from, to), Math.max(from, to) + 1)])
}

/** The sort after a click on a column: ascending first, then descending, then as given. */
export function nextSort(sort: ListSort | undefined, id: string): ListSort | undefined {
  if (sort?.id !== id) return { id, direction: 'ascending' }
  return sort.direction === 'ascending' ? { id, direction: 'descending' } : undefined
}
