import type { RouteRecordRaw } from 'vue-router'
import { createRouter, createWebHashHistory } from 'vue-router'

const featureRoutes = import.meta.glob<RouteRecordRaw[]>('./features/*/routes.ts', { eager: true, import: 'default' })

/** The gallery of the kit exists in development only: screenshots and accessibility checks look at it. */
const developmentRoutes: RouteRecordRaw[] = import.meta.env.DEV
  ? [{ path: '/kit/:view?', name: 'kit', component: () => import('./ui/gallery/KitGallery.vue') }]
  : []

/** Every feature's `routes.ts`. The hash keeps the address valid in the app's own scheme and on any loopback path. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [...Object.values(featureRoutes).flat(), ...developmentRoutes],
})
