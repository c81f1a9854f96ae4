import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `…/events`, `…/events/{id}`; `?item=` and `?person=` begin with a filter. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/events/:id?',
    name: 'events',
    component: () => import('./EventsView.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      id: textOf(params['id']),
      item: textOf(query['item']),
      person: textOf(query['person']),
    }),
    meta: { title: 'events.title', keyedBy: ['item', 'person'] },
  },
]

export default routes
