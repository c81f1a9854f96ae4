import { routeTo } from '../../frame/places.ts'

/** The operator is a role of the workspace, so no user is in the address. */
export default [routeTo('operator', () => import('./OperatorPage.vue'), { title: 'operator.title', tab: 'reviews' })]
