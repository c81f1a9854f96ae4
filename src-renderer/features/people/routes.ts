import type { RouteLocationNormalized, RouteRecordRaw } from 'vue-router'
import { textOf } from '../../frame/text-of.ts'

/**
 * `…/people`, `…/people/connections/{id of the connection or of the person}`, `…/people/invitations/{id}`,
 * `…/people/delegations/{id}` and `…/people/children/{id}` of a connection, offer or invitation.
 */
const routes: RouteRecordRaw[] = [
  {
    path: '/u/:actor/people/:tab(connections|invitations|delegations|children)?/:id?',
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

export default routes
