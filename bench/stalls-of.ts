import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

/** How late what waits for this thread gets its turn. */
interface Stalls {
  /** In milliseconds, of the clock. */
  readonly p99: number
  readonly longest: number
  /** The longest without the time that the thread waited, for a processor or the disk. */
  readonly work: number
}

const SAMPLE_MS = 1

/** A timer that should ring each millisecond says how late it is, while work goes on. */
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

/** Processor time of this thread. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
