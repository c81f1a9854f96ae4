import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `…/tags`, `…/tags/{name of a scheme}`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/tags/:scheme?',
    name: 'tags',
    component: () => import('./TagsView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      scheme: textOf(params['scheme']),
    }),
    meta: { title: 'tags.title' },
  },
]

export default routes
