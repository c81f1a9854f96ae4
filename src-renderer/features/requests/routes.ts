import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `/requests`, `/requests?definition={id}`, `/requests/{id}`, and `/requests/new?definition={id}` or `?like={id of a request}`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/requests/new',
    name: 'new-request',
    component: () => import('./RequestsPage.vue'),
    props: ({ query }: RouteLocationNormalized) => ({
      seed: { definition: textOf(query['definition']), like: textOf(query['like']) },
    }),
    meta: { title: 'requests.form.title' },
  },
  {
    path: '/requests/:request?',
    name: 'requests',
    component: () => import('./RequestsPage.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      request: textOf(params['request']),
      definition: textOf(query['definition']),
    }),
    meta: { title: 'requests.title' },
  },
]

export default routes
