import { routeTo } from '../../frame/places.ts'

export default [
  routeTo('sharing', () => import('./SharingView.vue'), { title: 'sharing.title', query: ['item', 'person'] }),
]
