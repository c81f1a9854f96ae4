import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

/** What verification rests on in this workspace; nobody in particular owns it. */
const routes: RouteRecordRaw[] = [
  {
    path: '/trust/:tab(issuers|schemas|contexts|did-documents|status-lists|keys|settings)?',
    name: 'trust',
    component: () => import('./TrustPage.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      tab: typeof params['tab'] === 'string' && params['tab'] !== '' ? params['tab'] : 'issuers',
    }),
    meta: { title: 'trust.title' },
  },
]

export default routes
