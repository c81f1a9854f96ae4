import type { InjectionKey, ShallowRef } from 'vue'
import { getCurrentInstance, inject, onMounted, shallowRef } from 'vue'

/** One of two halves of the window that show pages of different users. */
export interface Side {
  /** The person whose pages it shows. */
  readonly name: () => string
  /** Keys and commands apply to the side that was used last. */
  readonly isActive: () => boolean
}

/** The element in the head of a page for the create buttons of its parts; a page on a side has none. */
export const PAGE_ACTIONS = 'page-actions'

/** Marks the element in the head of a page, also on a side, for the tabs of the page. */
export const PAGE_TABS = 'data-page-tabs'

/** The element for the tabs of the page; undefined if the page has no head. */
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

/** The side of a component; undefined if one page fills the window. */
export function useSide(): Side | undefined {
  return inject(sideKey, undefined)
}

/** Names a landmark. On a side the name includes the user, because landmarks need unique names. */
export function useLandmarkName(): (label: string) => string {
  const side = useSide()
  return (label) => (side === undefined ? label : `${label}, ${side.name()}`)
}
