import { createSharedComposable, useIntervalFn, useNow } from '@vueuse/core'

/** The time of this computer, each second; one clock for all that is on screen. */
export const useSharedNow = createSharedComposable(() => useNow({ scheduler: (tick) => useIntervalFn(tick, 1000) }))
