import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/home',
    name: 'home',
    component: () => import('./HomePage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ actor: textOf(params['actor']) ?? '' }),
    meta: { title: 'home.title' },
  },
  // What somebody typed or kept without naming a section.
  { path: '/u/:actor', redirect: ({ params }) => ({ name: 'home', params }) },
]

export default routes
