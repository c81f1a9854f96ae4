import type { RouteRecordRaw } from 'vue-router'
import { createRouter, createWebHashHistory } from 'vue-router'

const featureRoutes = import.meta.glob<RouteRecordRaw[]>('./features/*/routes.ts', { eager: true, import: 'default' })

/** Whatever no feature knows; it says so inside of the frame, where one can go on. */
const unknownRoute: RouteRecordRaw = {
  path: '/:address(.*)*',
  name: 'unknown',
  component: () => import('./shell/UnknownPage.vue'),
  meta: { title: 'app.unknown.title' },
}

/**
 * Every feature's `routes.ts`. The hash keeps the address valid in the app's own scheme and on any loopback path; the
 * code in the fragment of the first address was taken out before this is made.
 *
 * `meta.title` is the key of the page's name. A route with `:actor` is shown only while that user is signed in.
 */
export const router = createRouter({
  history: createWebHashHistory(location.pathname),
  routes: [...Object.values(featureRoutes).flat(), unknownRoute],
})
