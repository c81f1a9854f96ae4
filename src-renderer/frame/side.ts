import type { InjectionKey } from 'vue'
import { inject } from 'vue'

/** One of two halves of the window that show pages of different users. */
export interface Side {
  /** The person whose pages it shows. */
  readonly name: () => string
  /** Keys and commands mean the side that was touched last. */
  readonly isActive: () => boolean
}

/** The place in the head of a page for what its parts create; a page on a side has none. */
export const PAGE_ACTIONS = 'page-actions'

export const sideKey: InjectionKey<Side> = Symbol('side')

/** The side a component is in; undefined where a page has the window to itself. */
export function useSide(): Side | undefined {
  return inject(sideKey, undefined)
}

/** Names a landmark. On a side the user is part of the name, for no two landmarks may be called the same. */
export function useLandmarkName(): (label: string) => string {
  const side = useSide()
  return (label) => (side === undefined ? label : `${label}, ${side.name()}`)
}
