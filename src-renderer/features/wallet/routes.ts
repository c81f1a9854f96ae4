import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

/** The simulated wallet of a user: the phone, a run, the credentials, the issuing desk, the matrix of scenarios. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/wallet/:tab(runs|credentials|issue|scenarios)?/:id?',
    name: 'wallet',
    component: () => import('./WalletPage.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']),
      id: textOf(params['id']),
      link: typeof query['link'] === 'string' ? query['link'] : undefined,
    }),
    meta: { title: 'wallet.title' },
  },
]

function textOf(param: string | string[] | undefined): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}

export default routes
