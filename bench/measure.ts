/** How benchmarks are measured: floor and product in turn, medians of rounds, ratios as the result. */
import type { Goal } from './goals.ts'
import { goalText, shortfalls } from './goals.ts'
import { refuseLoggedErrors } from './program-log.ts'
import { goalOf } from './row-goals.ts'

export interface Side {
  readonly name: string
  /** Runs once and answers how long it took for how much work. */
  measure(): Promise<Sample> | Sample
}

export interface Sample {
  readonly seconds: number
  readonly operations: number
}

export interface Figures {
  /** Operations per second of the floor and of the product, medians. */
  readonly floorPerSecond: number
  readonly productPerSecond: number
  /** product / floor, median of the rounds' ratios. */
  readonly ratio: number
}

/** As it is kept in bench/results, which comparisons with older and newer commits read. */
export interface Row extends Figures {
  readonly name: string
  readonly goal: string
  /** Not there when the goal is only to show the figures. */
  readonly fallsShort?: boolean
  /** What the figures count instead of operations per second; less is better. */
  readonly unit?: 'MiB'
  /** Other figures that the goal is about, by the name it calls them. */
  readonly besides?: Readonly<Record<string, number>>
  /** How long one operation takes with so many rows. */
  readonly growth?: readonly { readonly rows: number; readonly milliseconds: number }[]
  readonly lowestRatio: number
  readonly highestRatio: number
  readonly rounds: number
  readonly note?: string
}

export interface CompareOptions {
  readonly rounds?: number
  /** Counted while the product ran; read afterwards. */
  readonly besides?: () => Readonly<Record<string, number>>
  /** Without it the one of the row in row-goals.ts. */
  readonly goal?: Goal
}

let mostRounds = Infinity

/** For a run that has little time: no row takes more rounds. */
export function limitRounds(most: number): void {
  mostRounds = most
}

/**
 * One discarded round, then `rounds` rounds of floor and product in turn.
 *
 * @throws {Error} for a row without a goal; when a program or service logged an error meanwhile
 */
// eslint-disable-next-line max-params -- what it is called, the two sides, and how
export async function compare(
  name: string,
  floor: Side,
  product: Side,
  { rounds: wanted = 7, besides, goal = goalOf(name) }: CompareOptions = {},
): Promise<Row> {
  const rounds = Math.min(wanted, mostRounds)
  const pairs: { readonly floor: number; readonly product: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { floor: perSecond(await floor.measure()), product: perSecond(await product.measure()) }
    refuseLoggedErrors(name)
    if (round > 0) pairs.push(pair)
  }
  const ratios = pairs.map((pair) => pair.product / pair.floor)
  const figures = {
    floorPerSecond: median(pairs.map((pair) => pair.floor)),
    productPerSecond: median(pairs.map((pair) => pair.product)),
    ratio: median(ratios),
    ...(besides !== undefined && { besides: besides() }),
  }
  const spread = { lowestRatio: Math.min(...ratios), highestRatio: Math.max(...ratios) }
  return { name, ...judged(goal, figures), ...figures, ...spread, rounds }
}

/** A row about memory instead of speed. */
export function memoryRow(
  name: string,
  { floor, product }: Record<'floor' | 'product', number>,
  { besides, goal = goalOf(name) }: Pick<CompareOptions, 'besides' | 'goal'> = {},
): Row {
  const ratio = product / floor
  const others = besides === undefined ? {} : { besides: besides() }
  const figures = { floorPerSecond: floor, productPerSecond: product, ratio, ...others }
  return { name, ...judged(goal, figures), ...figures, unit: 'MiB', lowestRatio: ratio, highestRatio: ratio, rounds: 1 }
}

function judged(goal: Goal, figures: Figures & Pick<Row, 'besides'>): Pick<Row, 'goal' | 'fallsShort'> {
  const shown = { goal: goalText(goal) }
  return goal.length === 0 ? shown : { ...shown, fallsShort: shortfalls(goal, figures).length > 0 }
}

/** Times `operations` runs of a synchronous function. */
export function timed(operations: number, run: (index: number) => void): Sample {
  const start = process.hrtime.bigint()
  for (let index = 0; index < operations; index += 1) run(index)
  return { seconds: secondsSince(start), operations }
}

/** Times `operations` runs of an asynchronous function, one after the other. */
export async function timedAsync(operations: number, run: (index: number) => Promise<unknown>): Promise<Sample> {
  const start = process.hrtime.bigint()
  for (let index = 0; index < operations; index += 1) await run(index)
  return { seconds: secondsSince(start), operations }
}

/** The same in processor time of this process: other programs do not change it. */
export async function timedOnProcessor(operations: number, run: (index: number) => unknown): Promise<Sample> {
  const before = process.cpuUsage()
  for (let index = 0; index < operations; index += 1) {
    const running = run(index)
    if (running instanceof Promise) await running
  }
  const { user, system } = process.cpuUsage(before)
  return { seconds: (user + system) / 1e6, operations }
}

export function secondsSince(start: bigint): number {
  return Number(process.hrtime.bigint() - start) / 1e9
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

function perSecond({ seconds, operations }: Sample): number {
  return operations / seconds
}
