import { routeTo } from '../../frame/places.ts'

/** The simulated wallet of a user: the phone, a run, the credentials, the issuer, the matrix of scenarios. */
export default [routeTo('wallet', () => import('./WalletPage.vue'), { title: 'wallet.title', query: ['link'] })]
