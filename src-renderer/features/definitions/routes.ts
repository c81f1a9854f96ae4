import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

const routes: RouteRecordRaw[] = [
  {
    path: '/definitions/new',
    name: 'definition-new',
    component: () => import('./editor/EditorPage.vue'),
    props: ({ query }: RouteLocationNormalized) => ({
      from: textOf(query['from']),
      template: textOf(query['template']),
    }),
    meta: { title: 'definitions.editor.title' },
  },
  {
    path: '/definitions/:definition?',
    name: 'definitions',
    component: () => import('./DefinitionsPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ definition: textOf(params['definition']) }),
    meta: { title: 'definitions.title' },
  },
]

export default routes
