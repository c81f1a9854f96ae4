import { routeTo } from '../../frame/places.ts'

/** What verification rests on in this workspace; nobody in particular owns it. */
export default [routeTo('trust', () => import('./TrustPage.vue'), { title: 'trust.title', tab: 'issuers' })]
