import { NO_MATCH } from '../../../shared/word-search.ts'
import { piecesOf } from '../../../shared/pieces.ts'
import { createYield } from './yielding.ts'

/** Looking at the clock for each entry would take longer than the work on it. */
const BETWEEN_LOOKS = 256

/** Visits all entries of a list, and lets everything else on the thread go first whenever that has taken 4 ms. */
export async function visitInTurns<Entry>(entries: readonly Entry[], visit: (entry: Entry) => void): Promise<void> {
  const yieldIfLong = createYield()
  for (const piece of piecesOf(entries, BETWEEN_LOOKS)) {
    for (const entry of piece) visit(entry)
    await yieldIfLong()
  }
}

/**
 * The entries with a rank above 0, found in turns as above.
 *
 * @param order whether the highest come first, or they stay in the order of the list
 */
export async function matchesInTurns<Entry>(
  entries: readonly Entry[],
  rank: (entry: Entry) => number,
  order: 'best first' | 'as listed',
): Promise<readonly Entry[]> {
  const byRank: Entry[][] = []
  await visitInTurns(entries, (entry) => {
    const ranked = rank(entry)
    if (ranked > NO_MATCH) (byRank[order === 'best first' ? ranked : 0] ??= []).push(entry)
  })
  return byRank.reverse().flat()
}

/** A sorted copy of a list, made in turns as above. Equal entries keep their order. */
export async function sortedInTurns<Entry extends object>(
  entries: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): Promise<readonly Entry[]> {
  const yieldIfLong = createYield()
  let runs: (readonly Entry[])[] = []
  for (const piece of piecesOf(entries, BETWEEN_LOOKS)) {
    runs.push(piece.sort(compare))
    await yieldIfLong()
  }
  while (runs.length > 1) {
    const longer: (readonly Entry[])[] = []
    for (const [left = [], right = []] of piecesOf(runs, 2)) longer.push(await merge(left, right))
    runs = longer
  }
  return runs[0] ?? []

  async function merge(left: readonly Entry[], right: readonly Entry[]): Promise<readonly Entry[]> {
    const merged: Entry[] = []
    let fromLeft = 0
    while (merged.length < left.length + right.length) {
      const [one, other] = [left[fromLeft], right[merged.length - fromLeft]]
      if (one !== undefined && (other === undefined || compare(one, other) <= 0)) {
        merged.push(one)
        fromLeft += 1
      } else if (other !== undefined) merged.push(other)
      if (merged.length % BETWEEN_LOOKS === 0) await yieldIfLong()
    }
    return merged
  }
}
