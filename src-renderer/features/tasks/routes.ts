import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/tasks',
    name: 'tasks',
    component: () => import('./TasksView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ actor: String(params['actor']) }),
    meta: { title: 'tasks.title' },
  },
]

export default routes
