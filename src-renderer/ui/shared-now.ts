import { createSharedComposable, useIntervalFn, useNow } from '@vueuse/core'

const sharedNow = (tickMs: number) =>
  createSharedComposable(() => useNow({ scheduler: (tick) => useIntervalFn(tick, tickMs) }))

/** The current time, updated each second, for countdowns; one clock for everything on screen. */
export const useNowEachSecond = sharedNow(1_000)

/** The current time, updated each half minute, for "2 min ago". */
export const useNowEachHalfMinute = sharedNow(30_000)
