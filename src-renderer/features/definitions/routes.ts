import type { LocationQueryValue, RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

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

type Param = LocationQueryValue | LocationQueryValue[] | string[] | undefined

function textOf(param: Param): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}

export default routes
