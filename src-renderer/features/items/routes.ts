import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** One page, list and detail: `…/items`, `…/items/new?from=…`, `…/items/{id}`, `…/items/{id}/edit`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/items/:id?/:mode(edit)?',
    name: 'items',
    component: () => import('./ItemsScreen.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      id: textOf(params['id']),
      editing: textOf(params['mode']) === 'edit',
      template: textOf(query['from']),
    }),
    meta: { title: 'items.title' },
  },
]

export default routes
