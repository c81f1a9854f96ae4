import type { InjectionKey, Ref } from 'vue'
import { inject, ref } from 'vue'

/** Heights of list rows in pixels, by density. */
export const ROW_HEIGHTS = { comfortable: 40, compact: 32 } as const
/** How much higher a row is that has its name in a line of its own. */
export const TWO_LINES = 1.45
/** How much bigger they are before an audience, as the type is. */
export const PRESENTED = 1.25

export const rowHeightKey: InjectionKey<Readonly<Ref<number>>> = Symbol('row height')

/** The height of rows in pixels that the window is set to. */
export function useRowHeight(): Readonly<Ref<number>> {
  return inject(rowHeightKey, () => ref(ROW_HEIGHTS.comfortable), true)
}
