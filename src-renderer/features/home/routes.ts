import type { RouteRecordRaw } from 'vue-router'
import { routeTo } from '../../frame/places.ts'

const routes: RouteRecordRaw[] = [
  routeTo('home', () => import('./HomePage.vue'), { title: 'home.title' }),
  // What somebody typed or kept without naming a section.
  { path: '/u/:actor', redirect: ({ params }) => ({ name: 'home', params }) },
]

export default routes
