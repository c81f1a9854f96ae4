import { foldForSearch } from '../../../shared/folded-text.ts'

/** What is searched: the text folded for search, and when the item changed last. */
interface Searched {
  readonly row: { readonly id: string; readonly updated_at: string }
  readonly searched: string
}

/** Finds the last changed of many items by their text, at every key somebody presses. */
export interface ItemSearch<One extends Searched> {
  /** Has to be told of each that is new in the map, or another one than before; what was removed is seen by itself. */
  add(one: One): void
  /** Puts what was added in order; searching does it by itself once that is a lot. */
  settle(): void
  /** The last changed of those that hold the text, the last one first. */
  newest(text: string, limit: number): One[]
}

/** As many that were added are looked at one by one before everything is put in order anew. */
const FEW = 1000
const SEPARATOR = '\0'

/**
 * One text of all of them, the last changed first, in which a text that occurs nowhere is not found within a millisecond of
 * 100,000 items; to look at each of as many objects takes ten.
 *
 * @param current by id; what is no longer in it is not found
 */
export function createItemSearch<One extends Searched>(current: ReadonlyMap<string, One>): ItemSearch<One> {
  let ordered = orderedText<One>([])
  let added: One[] = []

  return {
    add: (one) => void added.push(one),
    settle,
    newest(text, limit) {
      if (added.length > Math.max(FEW, current.size / 4)) settle()
      const wanted = foldForSearch(text)
      const isCurrent = (one: One): boolean => current.get(one.row.id) === one
      const found = added.filter((one) => one.searched.includes(wanted) && isCurrent(one))
      return [...found, ...ordered.first(wanted, limit, isCurrent)].sort(lastChangedFirst).slice(0, limit)
    },
  }

  function settle(): void {
    ordered = orderedText([...current.values()].sort(lastChangedFirst))
    added = []
  }
}

function orderedText<One extends Searched>(list: readonly One[]) {
  const text = list.map(({ searched }) => searched + SEPARATOR).join('')
  const ends = new Uint32Array(list.length)
  let end = 0
  for (const [index, { searched }] of list.entries()) ends[index] = end += searched.length + SEPARATOR.length

  return {
    /** The first ones that hold the text and are still to be found. */
    first(wanted: string, limit: number, isCurrent: (one: One) => boolean): One[] {
      const found: One[] = []
      let at = text.indexOf(wanted)
      while (at !== -1 && found.length < limit) {
        const index = firstAbove(ends, at)
        const one = list[index]
        if (one === undefined) break
        // What was typed may hold the separator, and then fit across two of them.
        if (one.searched.includes(wanted) && isCurrent(one)) found.push(one)
        at = text.indexOf(wanted, ends[index])
      }
      return found
    },
  }
}

/** Position of the first number above the given one in an ascending list; its length where there is none. */
function firstAbove(ascending: Uint32Array, value: number): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((ascending[middle] ?? 0) > value) to = middle
    else from = middle + 1
  }
  return from
}

function lastChangedFirst({ row: a }: Searched, { row: b }: Searched): number {
  return a.updated_at > b.updated_at ? -1 : a.updated_at < b.updated_at ? 1 : 0
}
