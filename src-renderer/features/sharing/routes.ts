import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/sharing/:tab(waiting|incoming|outgoing|planned)?/:share?',
    name: 'sharing',
    component: () => import('./SharingView.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']),
      share: textOf(params['share']),
      item: typeof query['item'] === 'string' ? query['item'] : undefined,
      person: typeof query['person'] === 'string' ? query['person'] : undefined,
    }),
    meta: { title: 'sharing.title' },
  },
]

function textOf(param: string | string[] | undefined): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}

export default routes
