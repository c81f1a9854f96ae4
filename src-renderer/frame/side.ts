import type { InjectionKey, ShallowRef } from 'vue'
import { getCurrentInstance, inject, onMounted, shallowRef } from 'vue'

/** One of two halves of the window that show pages of different users. */
export interface Side {
  /** The person whose pages it shows. */
  readonly name: () => string
  /** Keys and commands mean the side that was touched last. */
  readonly isActive: () => boolean
}

/** The place in the head of a page for what its parts create; a page on a side has none. */
export const PAGE_ACTIONS = 'page-actions'

/** Marks the place in the head of a page, of one on a side too, for the tabs of the page. */
export const PAGE_TABS = 'data-page-tabs'

/** That place, for a component of the page; undefined where the page has no head. */
export function usePageTabs(): Readonly<ShallowRef<Element | undefined>> {
  const place = shallowRef<Element>()
  const own = getCurrentInstance()
  onMounted(() => {
    const root: unknown = own?.proxy?.$el
    const side = root instanceof Element ? root.closest('[data-side]') : null
    place.value = (side ?? document).querySelector(`[${PAGE_TABS}]`) ?? undefined
  })
  return place
}

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
