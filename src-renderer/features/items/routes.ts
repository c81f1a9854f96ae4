import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** One page, list and detail: `…/items`, `…/items/new`, `…/items/{id}`, `…/items/{id}/edit`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/items/:id?/:mode(edit)?',
    name: 'items',
    component: () => import('./ItemsScreen.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      id: textOf(params['id']),
      editing: textOf(params['mode']) === 'edit',
    }),
    meta: { title: 'items.title' },
  },
]

export default routes
