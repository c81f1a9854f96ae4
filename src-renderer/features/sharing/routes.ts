import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/sharing/:tab(waiting|incoming|outgoing|planned|graph)?/:share?',
    name: 'sharing',
    component: () => import('./SharingView.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']),
      share: textOf(params['share']),
      item: textOf(query['item']),
      person: textOf(query['person']),
    }),
    meta: { title: 'sharing.title' },
  },
]

export default routes
