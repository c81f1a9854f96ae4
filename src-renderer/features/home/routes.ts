import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/home',
    name: 'home',
    component: () => import('./HomePage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ actor: String(params['actor']) }),
    meta: { title: 'home.title' },
  },
  // What somebody typed or kept without naming a section.
  { path: '/u/:actor', redirect: ({ params }) => ({ name: 'home', params }) },
]

export default routes
