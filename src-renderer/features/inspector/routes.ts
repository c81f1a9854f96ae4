import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

/** The list of calls; with a number, that call beside it. */
const routes: RouteRecordRaw[] = [
  {
    path: '/inspector/:number(\\d+)?',
    name: 'inspector',
    component: () => import('./InspectorPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({ number: numberOf(params['number']) }),
    meta: { title: 'inspector.title' },
  },
]

function numberOf(param: string | string[] | undefined): number | undefined {
  return typeof param === 'string' && param !== '' ? Number(param) : undefined
}

export default routes
