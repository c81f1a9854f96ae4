import { computed, provide, reactive } from 'vue'
import type { RouteLocationNormalizedLoaded, Router } from 'vue-router'
import {
  createMemoryHistory,
  createRouter,
  routeLocationKey,
  routerKey,
  routerViewLocationKey,
  START_LOCATION,
  viewDepthKey,
} from 'vue-router'

/** The router of one side: it opens its actor's pages, and passes all other navigation to the window. */
export interface SideRouter {
  readonly actor: string
  readonly router: Router
  /** Runs the leave guards of the page without navigating. */
  mayLeave(): Promise<boolean>
}

/** @param outer the router of the window, whose routes are those of the side */
export function createSideRouter(outer: Router, actor: string): SideRouter {
  // Links keep their address in the window, so that they can be opened in a new tab.
  const history = createMemoryHistory(`${location.pathname}#`)
  const router = createRouter({ history, routes: outer.options.routes })
  let asking = false
  let left = false

  router.beforeEach((to) => {
    if (asking) {
      left = true // the guards of the page run before this one
      return false
    }
    if (to.params['actor'] === actor) return true
    void outer.push(to.fullPath)
    return false
  })

  async function mayLeave(): Promise<boolean> {
    asking = true
    left = false
    await router.push({ path: '/', query: { leaving: 'asked' } })
    asking = false
    return left
  }

  return { actor, router, mayLeave }
}

/** Makes this the router of everything below the calling component. */
export function provideRouter(router: Router): void {
  const keys = Object.keys(START_LOCATION) as (keyof RouteLocationNormalizedLoaded)[] // all of its own keys
  const route = Object.fromEntries(keys.map((key) => [key, computed(() => router.currentRoute.value[key])]))
  provide(routerKey, router)
  // `reactive` unwraps the computed values, which makes it a location.
  provide(routeLocationKey, reactive(route) as unknown as RouteLocationNormalizedLoaded)
  provide(routerViewLocationKey, router.currentRoute)
  provide(viewDepthKey, 0)
}
