import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/** `…/organizations?list=requests`, `…/organizations?request=new`, `…/organizations/{id}`, `…/organizations/{id}/members`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/organizations/:organization?/:tab(members|services|keys|events)?',
    name: 'organizations',
    component: () => import('./OrganizationsPage.vue'),
    props: ({ params, query }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      organization: textOf(params['organization']),
      tab: textOf(params['tab']) ?? 'overview',
      list: textOf(query['list']) ?? 'own',
      requesting: textOf(query['request']) !== undefined,
    }),
    meta: { title: 'organizations.title' },
  },
]

export default routes
