import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Row, Side } from './measure.ts'
import type { CompareOptions } from './measure.ts'
import { compare, secondsSince } from './measure.ts'

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

/** How long this thread, which answers the window, is held up by some work, beside how long it is held up without. */
export async function stallRow(
  name: string,
  { before, work, without = (seconds) => setTimeout(seconds * 1000) }: StallCase,
  options: Pick<CompareOptions, 'rounds' | 'goal'> = { rounds: 5 },
): Promise<Row> {
  const worst = { longest: 0, work: 0, without: 0, seconds: 0.5 }
  const floor: Side = {
    name: 'without',
    async measure() {
      const { p99, longest } = await stallsOf(() => without(worst.seconds))
      worst.without = Math.max(worst.without, longest)
      return { seconds: p99 / 1000, operations: 1 }
    },
  }
  const product: Side = {
    name,
    async measure() {
      await before?.()
      const start = process.hrtime.bigint()
      const stalls = await stallsOf(work)
      worst.seconds = secondsSince(start)
      worst.longest = Math.max(worst.longest, stalls.longest)
      worst.work = Math.max(worst.work, stalls.work)
      return { seconds: stalls.p99 / 1000, operations: 1 }
    },
  }
  const row = await compare(`stall p99, ${name}`, floor, product, {
    ...options,
    besides: () => ({ 'longest ms': worst.longest }),
  })
  const [longest, own, none] = [worst.longest, worst.work, worst.without].map((ms) => ms.toFixed(0))
  const took = worst.seconds.toFixed(1)
  return { ...row, note: `longest ${longest} ms, ${own} ms of it work at most; without ${none} ms; it took ${took} s` }
}

/** Processor time of this thread in milliseconds, which other threads and programs do not change. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
