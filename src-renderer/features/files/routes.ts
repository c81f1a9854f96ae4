import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `…/files`, `…/files/items/{id of the slot}`, `…/files/folders/{id}`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/files/:tab(items|folders)?/:id?',
    name: 'files',
    component: () => import('./FilesView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']) ?? 'items',
      id: textOf(params['id']),
    }),
    meta: { title: 'files.title' },
  },
]

export default routes
