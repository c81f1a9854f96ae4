import { performance, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By how many percent the heap may grow after a collection before the next one. */
const GROWTH = '--heap-growing-percent=40'
/** New objects get no larger half than they have. */
const YOUNG_GROWTH = '--semi-space-growth-factor=1'
/** Two halves of 16 MiB; by default the engine grows them to 64 MiB each on a computer with enough memory. */
const YOUNG_BYTES = 32 * 1024 * 1024
/** Gives a program its own collection to call. */
const EXPOSED = '--expose-gc'
const LOOK_EVERY_MS = 10_000
/** Shares of the time that the thread is at work. */
const BUSY = 0.2
const AT_REST = 0.02

/** The functions of the engine; only tests pass others. */
export interface Heap {
  readonly setFlag: (flag: string) => void
  /** Memory that is reserved for new objects. */
  readonly youngBytes: () => number
  /** Calls after each collection. @returns ends the calls */
  readonly onCollected: (call: () => void) => () => void
  /** The share of the time since it was asked last in which this thread was at work, from 0 to 1. */
  readonly workShare: () => number
  /** Collects all that is not in use, and gives its memory back to the system. */
  readonly collect: () => void
}

/**
 * Keeps the memory of a busy service low, and frees that of a peak within half a minute: by default the engine lets a
 * heap grow several times larger if there is memory, and collects nothing while idle. Its threads do the same. This
 * sets no limit that could be reached.
 *
 * The size of the young generation cannot be set at run time, so its growth is switched off at the right size.
 *
 * @returns ends the observation
 */
export function holdHeapDown(heap: Heap = heapOfThisProgram()): () => void {
  heap.setFlag(GROWTH)
  const endGrowth = heap.onCollected(() => {
    if (heap.youngBytes() < YOUNG_BYTES) return
    heap.setFlag(YOUNG_GROWTH)
    endGrowth()
  })
  let wasBusy = false
  const looking = setInterval(() => {
    const share = heap.workShare()
    const hasRest = wasBusy && share < AT_REST
    if (hasRest) heap.collect()
    wasBusy = share > BUSY || (wasBusy && !hasRest)
  }, LOOK_EVERY_MS).unref()
  return () => {
    endGrowth()
    clearInterval(looking)
  }
}

export function heapOfThisProgram(): Heap {
  let last = performance.eventLoopUtilization()
  return {
    setFlag: setFlagsFromString,
    youngBytes: () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0,
    onCollected(call) {
      const observer = new PerformanceObserver(call)
      observer.observe({ entryTypes: ['gc'] })
      return () => observer.disconnect()
    },
    workShare() {
      const { utilization } = performance.eventLoopUtilization(last)
      last = performance.eventLoopUtilization()
      return utilization
    },
    collect() {
      setFlagsFromString(EXPOSED)
      const collect = runInNewContext('gc') as (options: object) => void // the flag defines it in new contexts
      collect({ type: 'major', flavor: 'last-resort' })
    },
  }
}
