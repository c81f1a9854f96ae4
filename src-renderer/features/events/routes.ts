import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `…/events`, `…/events/{id}`; `?item=` and `?person=` are filters of the list. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/events/:id?',
    name: 'events',
    component: () => import('./EventsView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      id: textOf(params['id']),
    }),
    meta: { title: 'events.title' },
  },
]

export default routes
