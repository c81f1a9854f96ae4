import { routeTo } from '../../frame/places.ts'

export default [routeTo('access', () => import('./AccessPage.vue'), { title: 'access.title', tab: 'sessions' })]
