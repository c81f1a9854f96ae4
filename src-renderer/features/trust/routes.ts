import { routeTo } from '../../frame/places.ts'

/** The registries and the trust list of the workspace, which belong to no user. */
export default [routeTo('trust', () => import('./TrustPage.vue'), { title: 'trust.title', tab: 'issuers' })]
