import { performance, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The heap may outgrow what was in use after a collection by so many percent before the next one. */
const GROWTH = '--heap-growing-percent=40'
/** New objects get no larger half than they have. */
const YOUNG_GROWTH = '--semi-space-growth-factor=1'
/** Two halves of 16 MiB; by itself the engine goes on to two of 64 MiB on a computer with memory enough. */
const YOUNG_BYTES = 32 * 1024 * 1024
/** Gives a program its own collection to call. */
const EXPOSED = '--expose-gc'
const LOOK_EVERY_MS = 10_000
/** Shares of the time that the thread is at work. */
const BUSY = 0.2
const AT_REST = 0.02

/** What the engine is asked and told; only tests pass others. */
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
 * Keeps the memory of a busy service near what it uses, and gives back what a rush took within half a minute of its end:
 * by itself the engine lets a heap grow to several times of that where the computer has memory enough, and collects
 * nothing while nothing is asked. Its threads do the same. There is no limit that it could run into.
 *
 * The size of the young part cannot be set in a program that runs, so its growth is switched off once it is there.
 *
 * @returns ends the looking
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
