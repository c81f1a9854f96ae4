import type { LocationQueryValue, RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

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

function textOf(value: string | string[] | LocationQueryValue | LocationQueryValue[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export default routes
