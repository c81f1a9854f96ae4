import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Row, Side } from './measure.ts'
import type { CompareOptions } from './measure.ts'
import { compare, median, secondsSince } from './measure.ts'

/** How late what waits for this thread gets its turn. */
interface Stalls {
  /** In milliseconds, of the clock. */
  readonly p99: number
  readonly longest: number
  /** The longest without the time that the thread waited, for a processor or the disk. */
  readonly work: number
}

const SAMPLE_MS = 1

/**
 * A timer that should ring each millisecond says how late it is, while work goes on. Each measurement has a timer of its
 * own, because one that is enabled again counts the time since it was disabled.
 */
export async function stallsOf(work: () => Promise<unknown>): Promise<Stalls> {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  let longestWork = 0
  let isDone = false
  const watch = async () => {
    for (let last = processorMs(); !isDone;) {
      await setTimeout(SAMPLE_MS)
      const now = processorMs()
      longestWork = Math.max(longestWork, now - last)
      last = now
    }
  }
  const watching = watch()
  delays.enable()
  await work()
  await setTimeout(5) // the last stretch counts too
  delays.disable()
  isDone = true
  await watching
  const [p99, longest] = [delays.percentile(99), delays.max].map((nanoseconds) => nanoseconds / 1e6 - SAMPLE_MS)
  return { p99: Math.max(0.01, p99 ?? 0), longest: longest ?? 0, work: longestWork }
}

interface StallCase {
  /** Prepares a round, outside the measured time. */
  readonly before?: () => Promise<unknown>
  readonly work: () => Promise<unknown>
  /** What the machine does to the thread without the work; by default it has nothing to do for as many seconds. */
  readonly without?: (seconds: number) => Promise<unknown>
}

/**
 * How long this thread, which answers the window, is held up by some work, beside how long it is held up without. The
 * p99 and the longest are medians, so that a goal holds when three of five rounds keep it.
 */
export async function stallRow(
  name: string,
  { before, work, without = (seconds) => setTimeout(seconds * 1000) }: StallCase,
  options: Pick<CompareOptions, 'rounds' | 'goal'> = { rounds: 5 },
): Promise<Row> {
  const all: Stalls[] = []
  let [seconds, longestWithout] = [0.5, 0]
  const measured = () => all.slice(1) // the first round is discarded
  const floor: Side = {
    name: 'without',
    async measure() {
      const { p99, longest } = await stallsOf(() => without(seconds))
      longestWithout = Math.max(longestWithout, longest)
      return { seconds: p99 / 1000, operations: 1 }
    },
  }
  const product: Side = {
    name,
    async measure() {
      await before?.()
      const start = process.hrtime.bigint()
      const stalls = await stallsOf(work)
      seconds = secondsSince(start)
      all.push(stalls)
      return { seconds: stalls.p99 / 1000, operations: 1 }
    },
  }
  const row = await compare(`stall p99, ${name}`, floor, product, {
    ...options,
    besides: () => ({ 'longest ms': median(measured().map(({ longest }) => longest)) }),
  })
  const highest = (figure: keyof Stalls) => Math.max(...measured().map((stalls) => stalls[figure])).toFixed(0)
  return {
    ...row,
    note:
      `worst of all rounds: p99 ${highest('p99')} ms, longest ${highest('longest')} ms, work ${highest('work')} ms; ` +
      `without ${longestWithout.toFixed(0)} ms; it took ${seconds.toFixed(1)} s`,
  }
}

/** Processor time of this thread in milliseconds, which other threads and programs do not change. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
