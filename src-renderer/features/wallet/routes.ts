import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** The simulated wallet of a user: the phone, a run, the credentials, the issuer, the matrix of scenarios. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/wallet/:tab(runs|credentials|issue|scenarios)?/:id?',
    name: 'wallet',
    component: () => import('./WalletPage.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']),
      id: textOf(params['id']),
      link: textOf(query['link']),
    }),
    meta: { title: 'wallet.title' },
  },
]

export default routes
