import type { RouteRecordRaw } from 'vue-router'

const routes: RouteRecordRaw[] = [
  { path: '/', name: 'start', component: () => import('./StartPage.vue'), meta: { title: 'users.first.title' } },
  { path: '/users', name: 'users', component: () => import('./UsersPage.vue'), meta: { title: 'users.title' } },
]

export default routes
