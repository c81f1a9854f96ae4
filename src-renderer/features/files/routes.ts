import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `…/files`, `…/files/folders/{id}`, `…/files/items`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/files/:tab(folders|items)?/:id?',
    name: 'files',
    component: () => import('./FilesView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']) ?? 'folders',
      id: textOf(params['id']),
    }),
    meta: { title: 'files.title' },
  },
]

export default routes
