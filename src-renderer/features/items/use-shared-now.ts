import { createSharedComposable, useIntervalFn, useNow } from '@vueuse/core'

const TICK_MS = 30_000

/** The time, told anew every half minute: one clock for all rows. */
export const useSharedNow = createSharedComposable(() => useNow({ scheduler: (tell) => useIntervalFn(tell, TICK_MS) }))
