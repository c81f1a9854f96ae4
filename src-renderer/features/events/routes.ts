import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

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

function textOf(param: unknown): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}

export default routes
