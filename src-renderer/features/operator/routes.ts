import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'
import { OPERATOR_TABS } from './operator-place.ts'

/** The operator is a role of the workspace, so no user is in the address: `/operator/{tab}/{id of a review}`. */
const routes: RouteRecordRaw[] = [
  {
    path: `/operator/:tab(${OPERATOR_TABS.join('|')})?/:id?`,
    name: 'operator',
    component: () => import('./OperatorPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      tab: textOf(params['tab']) ?? 'reviews',
      id: textOf(params['id']),
    }),
    meta: { title: 'operator.title' },
  },
]

export default routes
