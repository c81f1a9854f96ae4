import type { InjectionKey, Ref } from 'vue'
import { inject, ref } from 'vue'

/** Heights of list rows in pixels, by density. */
export const ROW_HEIGHTS = { comfortable: 40, compact: 32 } as const
/** The factor for the height of a row with its name on a line of its own. */
export const TWO_LINES = 1.45
/** The factor in presentation mode, as for the type. */
export const PRESENTED = 1.25

export const rowHeightKey: InjectionKey<Readonly<Ref<number>>> = Symbol('row height')

/** The height of rows in pixels, by the settings of the window. */
export function useRowHeight(): Readonly<Ref<number>> {
  return inject(rowHeightKey, () => ref(ROW_HEIGHTS.comfortable), true)
}
