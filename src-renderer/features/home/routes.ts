import type { RouteRecordRaw } from 'vue-router'
import { routeTo } from '../../frame/places.ts'

const routes: RouteRecordRaw[] = [
  routeTo('home', () => import('./HomePage.vue'), { title: 'home.title' }),
  // An address without a section, typed or bookmarked.
  { path: '/u/:actor', redirect: ({ params }) => ({ name: 'home', params }) },
]

export default routes
