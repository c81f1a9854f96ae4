import type { Row } from './measure.ts'
import { median } from './measure.ts'

/** The rows of one benchmark, measured in another commit and right after that here. */
export interface Pair {
  readonly there: readonly Row[]
  readonly here: readonly Row[]
}

/** Above the lines of {@link pairedLines}. */
export function pairedHeading(commit: string, pairs: number): string {
  return (
    `here / ${commit}, median of ${pairs} pairs (lowest to highest). Product / floor is the steadier ratio, since each run ` +
    'measures both at once; that of the product alone also shows what the two have in common.'
  )
}

/** One line for each row of a benchmark: how it does here beside there, or that it is new or gone. */
export function pairedLines(pairs: readonly Pair[]): readonly string[] {
  const here = namesOf(pairs.map((pair) => pair.here))
  const there = namesOf(pairs.map((pair) => pair.there))
  return [...new Set([...here, ...there])].map((name) => {
    const says = !there.has(name) ? 'new' : !here.has(name) ? 'gone' : ratios(pairs, name)
    return `${name.padEnd(54)}  ${says}`
  })
}

function namesOf(runs: readonly (readonly Row[])[]): ReadonlySet<string> {
  return new Set(runs.flat().map(({ name }) => name))
}

function ratios(pairs: readonly Pair[], name: string): string {
  const both = pairs.flatMap(({ there, here }) => {
    const [before, now] = [there, here].map((rows) => rows.find((row) => row.name === name))
    return before === undefined || now === undefined ? [] : [{ before, now }]
  })
  const product = spread(both.map(({ before, now }) => now.productPerSecond / before.productPerSecond))
  const besideFloor = spread(both.map(({ before, now }) => now.ratio / before.ratio))
  const unit = both.at(-1)?.now.unit
  return `product / floor ${besideFloor}  product ${product}${unit === undefined ? '' : `  ${unit}, less is better`}`
}

function spread(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`
}
