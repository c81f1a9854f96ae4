import { performance, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Lets the heap grow by at most 40 percent between two full collections. The engine marks at a speed that would reach
 * all of the heap in half a second, garbage included, and takes the time from whoever allocates.
 */
const GROWTH = '--heap-growing-percent=40'
/**
 * Makes no object old from the start. The engine does so where objects of a kind lived long, such as the rows of a list
 * that is being read; from then on they stay until a full collection, and so does what they refer to, page after page.
 */
const NOTHING_BORN_OLD = '--no-allocation-site-pretenuring'
/** By how much the two halves that hold new objects may grow at once. */
const YOUNG_GROWS = '--semi-space-growth-factor=2'
const YOUNG_STAYS = '--semi-space-growth-factor=1'
/** Two halves of 16 MiB; by default the engine grows them to 64 MiB each on a computer with enough memory. */
const YOUNG_BYTES = 32 * 1024 * 1024
/** Makes the function `gc` available. */
const EXPOSE_GC = '--expose-gc'
const LOOK_EVERY_MS = 10_000
/** Shares of the time in which the thread is at work. */
const BUSY = 0.2
const AT_REST = 0.02

/** The functions of the engine; replaced only by tests. */
export interface Heap {
  readonly setFlag: (flag: string) => void
  /** Memory that is reserved for new objects. */
  readonly youngBytes: () => number
  /** Calls back after each collection. Returns a function that stops this. */
  readonly onCollected: (call: () => void) => () => void
  /** The share of the time since the last call in which this thread was at work, from 0 to 1. */
  readonly workShare: () => number
  /** Collects all garbage and returns the memory to the system. */
  readonly collect: () => void
}

/**
 * Keeps short the pauses in which the engine collects garbage, which stop everything else on the thread.
 *
 * The size of the young generation cannot be set at run time, so its growth is switched off at the right size, and on
 * again once the engine has made it smaller.
 *
 * @returns a function that ends the observation
 */
export function shortenCollections(heap: Heap = heapOfThisProgram()): () => void {
  heap.setFlag(GROWTH)
  heap.setFlag(NOTHING_BORN_OLD)
  let grows = true
  return heap.onCollected(() => {
    const isSmall = heap.youngBytes() < YOUNG_BYTES
    if (isSmall === grows) return
    grows = isSmall
    heap.setFlag(grows ? YOUNG_GROWS : YOUNG_STAYS)
  })
}

/**
 * Keeps the pauses short and the memory of a busy service low, and frees the memory of a peak within half a minute. By
 * default the engine lets a heap grow several times larger while there is memory, and collects nothing while idle. This
 * sets no hard limit.
 *
 * @returns a function that ends the observation
 */
export function limitHeapGrowth(heap: Heap = heapOfThisProgram()): () => void {
  const endShortening = shortenCollections(heap)
  let wasBusy = false
  const timer = setInterval(() => {
    const share = heap.workShare()
    const isAtRest = wasBusy && share < AT_REST
    if (isAtRest) heap.collect()
    wasBusy = share > BUSY || (wasBusy && !isAtRest)
  }, LOOK_EVERY_MS).unref()
  return () => {
    endShortening()
    clearInterval(timer)
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
      setFlagsFromString(EXPOSE_GC)
      const collect = runInNewContext('gc') as (options: object) => void // the flag defines `gc` in new contexts
      collect({ type: 'major', flavor: 'last-resort' })
    },
  }
}
