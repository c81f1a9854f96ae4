/** How benchmarks are measured: floor and product in turn, medians of rounds, ratios as the result. */

export interface Side {
  readonly name: string
  /** Runs once and answers how long it took for how much work. */
  measure(): Promise<Sample> | Sample
}

export interface Sample {
  readonly seconds: number
  readonly operations: number
}

export interface Row {
  readonly name: string
  readonly goal: string
  /** Operations per second of the floor and of the product, medians. */
  readonly floorPerSecond: number
  readonly productPerSecond: number
  /** product / floor, median of the rounds' ratios. */
  readonly ratio: number
  readonly lowestRatio: number
  readonly highestRatio: number
  readonly rounds: number
  readonly note?: string
}

/** One discarded round, then `rounds` rounds of floor and product in turn. */
export async function compare(name: string, goal: string, floor: Side, product: Side, rounds = 7): Promise<Row> {
  const pairs: { readonly floor: number; readonly product: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { floor: perSecond(await floor.measure()), product: perSecond(await product.measure()) }
    if (round > 0) pairs.push(pair)
  }
  const ratios = pairs.map((pair) => pair.product / pair.floor)
  return {
    name,
    goal,
    floorPerSecond: median(pairs.map((pair) => pair.floor)),
    productPerSecond: median(pairs.map((pair) => pair.product)),
    ratio: median(ratios),
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
    rounds,
  }
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
