import type { RouteRecordRaw } from 'vue-router'

const routes: RouteRecordRaw[] = [
  {
    path: '/settings',
    name: 'settings',
    component: () => import('./SettingsPage.vue'),
    meta: { title: 'settings.title' },
  },
]

export default routes
