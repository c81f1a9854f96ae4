import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/access/:tab(sessions|keys|login-keys|client-kit|issuers|token-users|account)?/:id?',
    name: 'access',
    component: () => import('./AccessPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']) ?? 'sessions',
      id: textOf(params['id']),
    }),
    meta: { title: 'access.title' },
  },
]

export default routes
