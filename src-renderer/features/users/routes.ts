import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

const routes: RouteRecordRaw[] = [
  { path: '/', name: 'start', component: () => import('./StartPage.vue'), meta: { title: 'users.first.title' } },
  {
    path: '/users/:id?',
    name: 'users',
    component: () => import('./UsersPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ id: textOf(params['id']) }),
    meta: { title: 'users.title' },
  },
]

export default routes
