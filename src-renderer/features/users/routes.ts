import { routeTo } from '../../frame/places.ts'

export default [
  routeTo('start', () => import('./StartPage.vue'), { title: 'users.first.title' }),
  routeTo('users', () => import('./UsersPage.vue'), { title: 'users.title' }),
]
