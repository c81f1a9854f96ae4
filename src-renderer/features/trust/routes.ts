import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** What verification rests on in this workspace; nobody in particular owns it. */
const routes: RouteRecordRaw[] = [
  {
    path: '/trust/:tab(issuers|schemas|contexts|did-documents|status-lists|keys|settings)?',
    name: 'trust',
    component: () => import('./TrustPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      tab: textOf(params['tab']) ?? 'issuers',
    }),
    meta: { title: 'trust.title' },
  },
]

export default routes
