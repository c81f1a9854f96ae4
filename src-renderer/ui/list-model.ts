/** A column of a VirtualList in grid form. */
export interface ListColumn {
  readonly id: string
  readonly label: string
  /** A CSS grid track: `minmax(12rem, 1fr)`, `6rem`. */
  readonly width: string
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  readonly hideLabel?: boolean
  /** Not shown while the list is narrower than so many pixels. */
  readonly hideBelow?: number
}

export interface ListSort {
  readonly id: string
  readonly direction: 'ascending' | 'descending'
}

/** The index that a key leads to, or `undefined` when the key does not move. `page` is how many rows fit. */
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
