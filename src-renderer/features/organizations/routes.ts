import { routeTo } from '../../frame/places.ts'

/** `…/organizations?list=requests`, `…/organizations?request=new`, `…/organizations/{id}`, `…/organizations/{id}/members`. */
export default [
  routeTo('organizations', () => import('./OrganizationsPage.vue'), {
    title: 'organizations.title',
    tab: 'overview',
    query: ['list', 'request'],
    props: ({ list = 'own', request, ...said }) => ({ ...said, list, requesting: request !== undefined }),
  }),
]
