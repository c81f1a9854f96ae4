import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** Two users at once; `item` is an item as the left one has it, `share` a share between the two, `page` what the left one looks at. */
const routes: RouteRecordRaw[] = [
  {
    path: '/side-by-side/:left?/:right?',
    name: 'side-by-side',
    component: () => import('./SideBySidePage.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      left: textOf(params['left']),
      right: textOf(params['right']),
      item: textOf(query['item']),
      share: textOf(query['share']),
      page: textOf(query['page']),
    }),
    meta: { title: 'sideBySide.title' },
  },
]

export default routes
