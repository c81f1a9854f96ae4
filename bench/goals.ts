import type { Figures, Row } from './measure.ts'

/** What a row should reach: in words, and whether its figures do. */
export interface Goal {
  readonly says: string
  readonly isReached: (figures: Figures) => boolean
}

/** Of product / floor. */
export function ratioAtLeast(least: number): Goal {
  return { says: `>= ${least.toFixed(2)}`, isReached: ({ ratio }) => ratio >= least }
}

/** Of product / floor, where less is better. */
export function ratioAtMost(most: number): Goal {
  return { says: `<= ${most.toFixed(2)}`, isReached: ({ ratio }) => ratio <= most }
}

/** Operations of the product in a second. */
export function productAtLeast(perSecond: number, besides = ''): Goal {
  return {
    says: `product >= ${perSecond.toLocaleString('en')}/s${besides}`,
    isReached: ({ productPerSecond }) => productPerSecond >= perSecond,
  }
}

/** How long one operation of the product takes. */
export function productWithinMs(milliseconds: number): Goal {
  return {
    says: `<= ${milliseconds} ms`,
    isReached: ({ productPerSecond }) => 1000 / productPerSecond <= milliseconds,
  }
}

/** How long one operation of the product takes longer than one of the floor. */
export function beyondFloorWithinMs(milliseconds: number, floor: string): Goal {
  return {
    says: `${floor} + ${milliseconds} ms`,
    isReached: ({ floorPerSecond, productPerSecond }) =>
      1000 / productPerSecond - 1000 / floorPerSecond <= milliseconds,
  }
}

/** Both goals; the second is asked when the figures are there, and may look at more than they show. */
export function bothOf(one: Goal, other: Goal): Goal {
  return {
    says: `${one.says}, ${other.says}`,
    isReached: (figures) => one.isReached(figures) && other.isReached(figures),
  }
}

/** The last line of a run: how many rows do not reach their goal, and which. */
export function verdict(rows: readonly Pick<Row, 'name' | 'fallsShort'>[]): string {
  const short = rows.filter(({ fallsShort }) => fallsShort === true).map(({ name }) => name)
  const count = short.length === 1 ? '1 row falls short' : `${short.length} rows fall short`
  return short.length === 0 ? count : `${count}: ${short.join(', ')}`
}
