import type { RouteRecordRaw } from 'vue-router'
import { createRouter, createWebHashHistory } from 'vue-router'

const featureRoutes = import.meta.glob<RouteRecordRaw[]>('./features/*/routes.ts', { eager: true, import: 'default' })

/** The page for unknown addresses, inside the frame, so that navigation still works. */
const unknownRoute: RouteRecordRaw = {
  path: '/:address(.*)*',
  name: 'unknown',
  component: () => import('./shell/UnknownPage.vue'),
  meta: { title: 'app.unknown.title' },
}

/**
 * The router with every feature's `routes.ts`. Addresses in the hash work in the app's own scheme and on any loopback
 * path. The one-time code in the first fragment was removed before this runs.
 *
 * `meta.title` is the key of the page's name. A route with `:actor` is shown only while that user is signed in.
 */
export const router = createRouter({
  history: createWebHashHistory(location.pathname),
  routes: [...Object.values(featureRoutes).flat(), unknownRoute],
})
