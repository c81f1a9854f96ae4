import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'

/** `…/people`, `…/people/connections/{id of the connection or of the person}`, `…/people/invitations/{id}`. */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/people/:tab(connections|invitations)?/:id?',
    name: 'people',
    component: () => import('./PeopleView.vue'),
    props: ({ params }: RouteLocationNormalized) => ({
      actor: textOf(params['actor']) ?? '',
      tab: textOf(params['tab']) ?? 'connections',
      id: textOf(params['id']),
    }),
    meta: { title: 'people.title' },
  },
]

function textOf(param: string | string[] | undefined): string | undefined {
  return typeof param === 'string' && param !== '' ? param : undefined
}

export default routes
