import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/tasks',
    name: 'tasks',
    component: () => import('./TasksView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ actor: textOf(params['actor']) ?? '' }),
    meta: { title: 'tasks.title' },
  },
]

export default routes
