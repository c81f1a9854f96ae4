import type { Figures, Row } from './measure.ts'

/** What a row should reach: every limit of it. None: its figures are only shown. */
export type Goal = readonly Limit[]

/** A bound of one figure of a row: the least where more is better, else the most. */
type Limit = { readonly of: string } & ({ readonly atLeast: number } | { readonly atMost: number })

/** The figures that every row has, by the name that limits call them. */
const COMMON: Readonly<Record<string, (figures: Figures) => number>> = {
  ratio: ({ ratio }) => ratio,
  'product/s': ({ productPerSecond }) => productPerSecond,
  'product MiB': ({ productPerSecond }) => productPerSecond,
  ms: ({ productPerSecond }) => 1000 / productPerSecond,
  'ms above floor': ({ floorPerSecond, productPerSecond }) => 1000 / productPerSecond - 1000 / floorPerSecond,
}

export const SHOWN: Goal = []

/** Of product / floor. */
export function ratioAtLeast(atLeast: number): Goal {
  return [{ of: 'ratio', atLeast }]
}

/** Of product / floor, where less is better. */
export function ratioAtMost(atMost: number): Goal {
  return [{ of: 'ratio', atMost }]
}

/** Operations of the product in a second. */
export function productAtLeast(atLeast: number): Goal {
  return [{ of: 'product/s', atLeast }]
}

/** How long one operation of the product takes. */
export function productWithinMs(atMost: number): Goal {
  return [{ of: 'ms', atMost }]
}

/** How long one operation of the product takes longer than one of the floor. */
export function beyondFloorWithinMs(atMost: number): Goal {
  return [{ of: 'ms above floor', atMost }]
}

/** A figure that the row counts besides. */
export function atMost(most: number, of: string): Goal {
  return [{ of, atMost: most }]
}

type Judged = Figures & Pick<Row, 'besides'>

/** A limit that a row does not keep. */
export interface Shortfall {
  readonly of: string
  readonly measured: number
  readonly limit: number
}

/** In words: `ratio >= 0.60, ms <= 5`. */
export function goalText(goal: Goal): string {
  if (goal.length === 0) return 'shown'
  return goal
    .map((limit) => {
      const [sign, bound] = 'atLeast' in limit ? ['>=', limit.atLeast] : ['<=', limit.atMost]
      return `${limit.of} ${sign} ${limit.of === 'ratio' ? bound.toFixed(2) : bound.toLocaleString('en')}`
    })
    .join(', ')
}

/** @throws {Error} when the row does not have a figure that its goal asks for */
export function shortfalls(goal: Goal, row: Judged): readonly Shortfall[] {
  return goal.flatMap((limit) => {
    const measured = COMMON[limit.of]?.(row) ?? row.besides?.[limit.of]
    if (measured === undefined) throw new Error(`nothing counted ${limit.of}`)
    const isKept = 'atLeast' in limit ? measured >= limit.atLeast : measured <= limit.atMost
    return isKept ? [] : [{ of: limit.of, measured, limit: 'atLeast' in limit ? limit.atLeast : limit.atMost }]
  })
}

/** The last line of a run: how many rows do not reach their goal, and which. */
export function verdict(rows: readonly Pick<Row, 'name' | 'fallsShort'>[]): string {
  const short = rows.filter(({ fallsShort }) => fallsShort === true).map(({ name }) => name)
  const count = short.length === 1 ? '1 row falls short' : `${short.length} rows fall short`
  return short.length === 0 ? count : `${count}: ${short.join(', ')}`
}
