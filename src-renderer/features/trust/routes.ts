import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'
import { TRUST_TABS } from './trust-place.ts'

/** What verification rests on in this workspace; nobody in particular owns it. */
const routes: RouteRecordRaw[] = [
  {
    path: `/trust/:tab(${TRUST_TABS.join('|')})?/:id?`,
    name: 'trust',
    component: () => import('./TrustPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      tab: textOf(params['tab']) ?? 'issuers',
      id: textOf(params['id']),
    }),
    meta: { title: 'trust.title' },
  },
]

export default routes
